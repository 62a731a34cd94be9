"""Functions in a trace that programs have kernels of their own for: take, cumsum, sort and others.

1. An index that is known while tracing is checked then; one that is data, when the code runs.
2. Functions that sort are host calls: programs hand them to NumPy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES, DType, from_numpy
from streamrt._ir.program import Shape, Value
from streamrt._jit.tracing import promotion
from streamrt._jit.tracing.cells import Cell, reshaped_step
from streamrt._jit.tracing.cells import take as seen
from streamrt._jit.tracing.elementwise import store
from streamrt._jit.tracing.operands import asked_dtype, cell_of, common_shape, value_of
from streamrt._jit.tracing.recording import Recording, is_any
from streamrt._jit.tracing.rules.reductions import axes_of, axis_of
from streamrt._jit.tracing.rules.shaping import integers

__all__ = [
    "argsort_",
    "cumulate_",
    "index_of",
    "median_",
    "partition_",
    "quantile_",
    "searchsorted_",
    "sort_",
    "take_",
    "take_along_axis_",
]

Function: TypeAlias = Callable[..., Any]


def _finished(recording: Recording, made: Value, out: Any, what: str) -> Any:
    cell = recording.kind(recording, made)
    return cell if out is None else store(recording, out, cell, f"{what}(out=...)")


def _along(recording: Recording, what: str, value: Value, axis: Any) -> tuple[Value, int]:
    """Returns a value and an axis of it; all elements in one row for the axis None."""
    if axis is None:
        return seen(recording.builder, value, reshaped_step(value.shape, (value.size,))), 0
    return value, axis_of(recording, what, axis, len(value.shape))


# -- cumsum --------------------------------------------------------------------------------------


def cumulate_(name: str) -> Function:
    """Returns np.cumsum or np.cumprod; their dtypes are those of np.sum and np.prod."""
    what = f"np.cum{name}"

    def call(
        recording: Recording, a: Any, axis: Any = None, dtype: Any = None, out: Any = None
    ) -> Any:
        value = cell_of(recording, a).read()
        recording.begin()
        if dtype is None:
            known = promotion.reduced(name, value.dtype)
        else:
            known = asked_dtype(recording, dtype)
        if known.kind == "b":
            raise recording.error(f"{what}(dtype=bool): give another dtype")
        one_row = axis is None or (not value.shape and axis in (0, -1))
        value, at = _along(recording, what, value, None if one_row else axis)
        value = recording.widened(recording.cast(value, known))
        made = recording.builder.apply(f"cum{name}", value, attributes=(at,))
        return _finished(recording, recording.cast(made, known), out, what)

    return call


# -- take ----------------------------------------------------------------------------------------


def index_of(
    recording: Recording, what: str, thing: Any, extent: int, mode: str = "raise"
) -> Value:
    """Returns indexes along an axis, as i64.

    Args:
        recording: the trace.
        what: begins messages.
        thing: integers, known or traced.
        extent: the extent of the axis.
        mode: what becomes of an index out of range, as np.take says it.

    Raises:
        TraceTypeError: they are no integers.
        TraceValueError: one that is known is out of range, or there is nothing to take.
    """
    if is_any(thing, list, tuple) and not len(thing):
        thing = np.zeros(0, np.int64)
    value = value_of(recording, thing)
    if value.dtype.kind not in "iu" or value.dtype.name == "u64":
        raise recording.type_error(
            f"{what}: the indexes are {recording.origin(value)}; they are integers up to int64"
        )
    if value.size and not extent:
        raise recording.value_error(f"{what}: the axis has no elements, and {value} indexes")
    index = recording.cast(value, DTYPES["i64"])
    if not value.size:
        return index
    if mode == "raise":
        if not isinstance(thing, Cell) and value.op.name == "constant":
            _check(recording, what, value.array, extent)
        return index
    builder, shape = recording.builder, value.shape

    def full(number: int) -> Value:
        return builder.full(number, "i64", shape)

    if mode == "wrap":
        return builder.apply("remainder", index, full(extent))
    if mode != "clip":
        raise recording.value_error(f"{what}: mode is {mode!r}; it is 'raise', 'wrap' or 'clip'")
    return builder.apply("minimum", builder.apply("maximum", index, full(0)), full(extent - 1))


def _check(recording: Recording, what: str, array: np.ndarray[Any, Any], extent: int) -> None:
    wrong = (array < -extent) | (array >= extent)
    if wrong.any():
        raise recording.value_error(
            f"{what}: index {array[wrong].flat[0]} is out of range of an axis with "
            f"{extent} elements"
        )


def take_(
    recording: Recording,
    a: Any,
    indices: Any,
    axis: Any = None,
    out: Any = None,
    mode: str = "raise",
) -> Any:
    """Returns np.take."""
    value = cell_of(recording, a).read()
    recording.begin()
    value, at = _along(recording, "np.take", value, axis)
    index = index_of(recording, "np.take", indices, value.shape[at], mode)
    made = recording.builder.apply("take", value, index, attributes=(at,))
    recording.check_shape(made.shape)
    return _finished(recording, made, out, "np.take")


def take_along_axis_(recording: Recording, arr: Any, indices: Any, axis: Any = -1) -> Any:
    """Returns np.take_along_axis."""
    what = "np.take_along_axis"
    value = cell_of(recording, arr).read()
    recording.begin()
    value, at = _along(recording, what, value, axis)
    index = index_of(recording, what, indices, value.shape[at])
    if len(index.shape) != len(value.shape):
        raise recording.value_error(f"{what} of {value} by {index}: they differ in dimensions")
    around = [(*shape[:at], 1, *shape[at + 1 :]) for shape in (value.shape, index.shape)]
    common = common_shape(recording, what, around)

    def wide(one: Value) -> Value:
        return recording.broadcast(one, (*common[:at], one.shape[at], *common[at + 1 :]))

    made = recording.builder.apply("take_along_axis", wide(value), wide(index), attributes=(at,))
    return recording.kind(recording, made)


# -- sort ----------------------------------------------------------------------------------------


def _no_order(recording: Recording, what: str, order: Any) -> None:
    if order is not None:
        raise recording.error(f"{what}(order=...): arrays of programs have no fields")


def sort_(
    recording: Recording,
    a: Any,
    axis: Any = -1,
    kind: Any = None,
    order: Any = None,
    *,
    stable: Any = None,
) -> Any:
    """Returns np.sort; every kind gives the same elements."""
    del kind, stable
    _no_order(recording, "np.sort", order)
    value = cell_of(recording, a).read()
    recording.begin()
    value, at = _along(recording, "np.sort", value, axis)
    return recording.kind(recording, recording.builder.apply("sort", value, attributes=(at,)))


def argsort_(
    recording: Recording,
    a: Any,
    axis: Any = -1,
    kind: Any = None,
    order: Any = None,
    *,
    stable: Any = None,
) -> Any:
    """Returns np.argsort."""
    _no_order(recording, "np.argsort", order)
    if kind is not None and str(kind) not in ("quicksort", "stable", "mergesort"):
        raise recording.error(f"np.argsort(kind={kind!r}): leave it out, or write kind='stable'")
    value = cell_of(recording, a).read()
    recording.begin()
    value, at = _along(recording, "np.argsort", value, axis)
    is_stable = int(bool(stable) or kind in ("stable", "mergesort"))
    made = recording.builder.apply("argsort", value, attributes=(at, is_stable))
    return recording.kind(recording, made)


def partition_(name: str) -> Function:
    """Returns np.partition or np.argpartition."""
    what = f"np.{name}"

    def call(
        recording: Recording,
        a: Any,
        kth: Any,
        axis: Any = -1,
        kind: Any = "introselect",
        order: Any = None,
    ) -> Any:
        del kind
        _no_order(recording, what, order)
        value = cell_of(recording, a).read()
        recording.begin()
        value, at = _along(recording, what, value, axis)
        extent = value.shape[at]
        given = integers(recording, what, kth)
        for each in given:
            if not -extent <= each < extent:
                raise recording.value_error(
                    f"{what}: kth {each} is out of range of an axis with {extent} elements"
                )
        places = tuple(sorted({each % extent for each in given}))
        if not places:
            return recording.kind(recording, value)
        made = recording.builder.apply(name, value, attributes=(at, places))
        return recording.kind(recording, made)

    return call


def searchsorted_(
    recording: Recording, a: Any, v: Any, side: Any = "left", sorter: Any = None
) -> Any:
    """Returns np.searchsorted."""
    what = "np.searchsorted"
    if sorter is not None:
        raise recording.error(f"{what}(sorter=...): write np.take(a, sorter) in place of a")
    if not isinstance(side, str) or side not in ("left", "right"):
        raise recording.value_error(f"{what}: side is {side!r}; it is 'left' or 'right'")
    known, keys = value_of(recording, a), value_of(recording, v)
    recording.begin()
    if len(known.shape) != 1:
        raise recording.value_error(f"{what} in {known}: it has one dimension only")
    dtype = from_numpy(np.promote_types(known.dtype.numpy, keys.dtype.numpy))
    assert dtype is not None  # the dtypes of programs promote to one of them
    made = recording.builder.apply(
        "searchsorted", recording.cast(known, dtype), recording.cast(keys, dtype),
        attributes=(int(side == "right"),),
    )  # fmt: skip
    return recording.kind(recording, made)


# -- median --------------------------------------------------------------------------------------


def _kept(shape: Shape, axes: tuple[int, ...]) -> Shape:
    return tuple([1 if axis in axes else n for axis, n in enumerate(shape)])


def _reshaped(recording: Recording, value: Value, shape: Shape) -> Value:
    return seen(recording.builder, value, reshaped_step(value.shape, shape))


def median_(name: str) -> Function:
    """Returns np.median or np.nanmedian."""
    what = f"np.{name}"

    def call(
        recording: Recording,
        a: Any,
        axis: Any = None,
        out: Any = None,
        overwrite_input: Any = False,
        keepdims: Any = False,
    ) -> Any:
        del overwrite_input
        value = cell_of(recording, a).read()
        recording.begin()
        axes = axes_of(recording, what, axis, len(value.shape))
        kept = tuple([n for at, n in enumerate(value.shape) if at not in axes])
        dtype = value.dtype if value.dtype.kind == "f" else DTYPES["f64"]
        if 0 in [value.shape[at] for at in axes]:
            made = recording.builder.full(np.nan, dtype.name, kept)
        elif axes:
            made = recording.builder.apply(name, value, attributes=(axes,))
        else:
            made = recording.cast(value, dtype)
        if keepdims:
            made = _reshaped(recording, made, _kept(value.shape, axes))
        return _finished(recording, made, out, what)

    return call


def quantile_(name: str, scale: int) -> Function:
    """Returns np.quantile or np.nanquantile, or np.percentile and the like with the scale 100."""
    what = f"np.{name}"
    op = name.replace("percentile", "quantile")

    def call(
        recording: Recording,
        a: Any,
        q: Any,
        axis: Any = None,
        out: Any = None,
        overwrite_input: Any = False,
        method: Any = "linear",
        keepdims: Any = False,
    ) -> Any:
        del overwrite_input
        if method != "linear":
            raise recording.error(f"{what}(method={method!r}): only 'linear' can be traced")
        value = cell_of(recording, a).read()
        recording.begin()
        if value.dtype.kind == "b":
            raise recording.type_error(f"{what} of {value}: write .astype first")
        axes = axes_of(recording, what, axis, len(value.shape))
        if 0 in [value.shape[at] for at in axes] or not axes:
            raise recording.value_error(f"{what} of {value} over the axes {axes}: there is nothing")
        share = _share(recording, what, q, value.dtype, scale)
        is_number = int(type(q) in (int, float))
        made = recording.builder.apply(op, value, share, attributes=(axes, is_number))
        if keepdims:
            made = _reshaped(recording, made, (*share.shape, *_kept(value.shape, axes)))
        return _finished(recording, made, out, what)

    return call


def _share(recording: Recording, what: str, q: Any, dtype: DType, scale: int) -> Value:
    """Returns the shares of a quantile, in the dtype in which NumPy has them.

    Raises:
        TraceValueError: one that is known is not from 0 to 1.
    """
    if isinstance(q, Cell):
        value = q.read()
        if value.dtype.name != "f64" or scale != 1:
            raise recording.error(
                f"{what} with q {recording.origin(value)}: write np.quantile with q as float64"
            )
        return value
    share = np.asanyarray(q)
    if scale != 1:
        share = np.asanyarray(np.true_divide(share, scale))
    if share.dtype != np.float32 or dtype.name != "f32":
        share = share.astype(np.float64)
    if not ((share >= 0) & (share <= 1)).all():
        raise recording.value_error(f"{what}: q is {q!r}; it is from 0 to {scale}")
    return recording.constant(share)
