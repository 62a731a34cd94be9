"""The methods `accumulate`, `reduce` and `reduceat` of ufuncs, and which method is which.

Cumulative sums, products and extremes have kernels; the rest are calls by the host. The reductions
that programs have are in reductions.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES, DType, from_numpy
from streamrt._ir.program import Shape, Value
from streamrt._jit.tracing.cells import reshaped_step, take
from streamrt._jit.tracing.hosted.results import finished, named_place
from streamrt._jit.tracing.hosted.writing import write_at
from streamrt._jit.tracing.operands import asked_dtype, cell_of, value_of
from streamrt._jit.tracing.promotion import named
from streamrt._jit.tracing.recording import Recording, tuple_of
from streamrt._jit.tracing.rules.called import cumulate_, index_of
from streamrt._jit.tracing.rules.reductions import axes_of, axis_of, kept
from streamrt._jit.tracing.ufunc_calls import apply
from streamrt.errors import TraceError

__all__ = ["call_method"]


def call_method(
    recording: Recording,
    ufunc: np.ufunc,
    method: str,
    things: Sequence[Any],
    options: dict[str, Any],
) -> Any:
    """Returns the result of a method of a ufunc.

    Raises:
        TraceError: NumPy refuses the call, or no program has it.
    """
    what = f"{named(ufunc)}.{method}"
    rule = _METHODS.get(method)
    if rule is None or ufunc.signature is not None:
        raise recording.error(f"{what}: it cannot be traced; compute it outside")
    try:
        return rule(recording, ufunc, what, *things, **options)
    except TypeError as error:
        if isinstance(error, TraceError) or " argument" not in str(error):
            raise
        raise recording.error(f"{what}: {error}; leave out what cannot be traced") from None


def _reduce(
    recording: Recording,
    ufunc: np.ufunc,
    what: str,
    array: Any,
    axis: Any = 0,
    dtype: Any = None,
    out: Any = None,
    keepdims: Any = False,
) -> Any:
    """Returns a reduction that programs do not have, over one axis or several."""
    value, known = _one_dtype(recording, ufunc, what, array, dtype)
    axes = axes_of(recording, what, axis, len(value.shape), of_ufunc=True)
    try:  # which says whether there may be nothing, and several axes
        few = np.ones([min(extent, 1) for extent in value.shape], known.numpy)
        with np.errstate(all="ignore"):
            ufunc.reduce(few, axis=axes)
    except ValueError as error:
        raise recording.value_error(f"{what} of {value}: {error}") from None
    shape = value.shape
    left = tuple([extent for at, extent in enumerate(shape) if at not in axes])
    made = value
    if len(axes) > 1:  # they become one, the last one
        order = (*[at for at in range(len(shape)) if at not in axes], *axes)
        turned = recording.builder.apply("transpose", value, attributes=(order,))
        row = (*left, prod([shape[at] for at in axes]))
        value = take(recording.builder, turned, reshaped_step(turned.shape, row))
        made = _along(recording, ufunc, "reduce", [value], left, len(left), known)
    elif axes:
        made = _along(recording, ufunc, "reduce", [value], left, axes[0], known)
    if keepdims:
        made = take(recording.builder, made, reshaped_step(left, kept(shape, axes)))
    return finished(recording, [made], out, what)


_CUMULATIVE: dict[np.ufunc, str] = {np.add: "sum", np.multiply: "prod"}
_EXTREMES: dict[np.ufunc, str] = {np.maximum: "cummax", np.minimum: "cummin"}


def _accumulate(
    recording: Recording,
    ufunc: np.ufunc,
    what: str,
    array: Any,
    axis: Any = 0,
    dtype: Any = None,
    out: Any = None,
) -> Any:
    if not value_of(recording, array).shape:
        raise recording.type_error(f"{what} of a number: it has no axis")
    if ufunc in _CUMULATIVE:
        return cumulate_(_CUMULATIVE[ufunc])(recording, array, axis, dtype, tuple_of(out)[0])
    value, known = _one_dtype(recording, ufunc, what, array, dtype)
    at = axis_of(recording, what, axis, len(value.shape))
    if ufunc in _EXTREMES:
        wide = {"f16": "f32", "bool": "u8"}.get(known.name)
        value = recording.cast(value, DTYPES[wide]) if wide else value
        made = recording.builder.apply(_EXTREMES[ufunc], value, attributes=(at,))
        made = recording.cast(made, known)
    else:
        made = _along(recording, ufunc, "accumulate", [value], value.shape, at, known)
    return finished(recording, [made], out, what)


def _reduceat(
    recording: Recording,
    ufunc: np.ufunc,
    what: str,
    array: Any,
    indices: Any,
    axis: Any = 0,
    dtype: Any = None,
    out: Any = None,
) -> Any:
    value, known = _one_dtype(recording, ufunc, what, array, dtype)
    at = axis_of(recording, what, axis, len(value.shape))
    index = index_of(recording, what, indices, value.shape[at])
    if len(index.shape) != 1:
        raise recording.value_error(f"{what}: the indexes are {index}; they have one dimension")
    shape = (*value.shape[:at], *index.shape, *value.shape[at + 1 :])
    made = _along(recording, ufunc, "reduceat", [value, index], shape, at, known)
    return finished(recording, [made], out, what)


def _along(
    recording: Recording,
    ufunc: np.ufunc,
    method: str,
    operands: Sequence[Value],
    shape: Shape,
    axis: int,
    dtype: DType,
) -> Value:
    """Returns the result of a method along an axis, in one dtype."""
    place = named_place(recording, ufunc, f"{named(ufunc)}.{method}")
    loop = ((dtype, dtype), (dtype,))
    return apply(recording.builder, place, loop, operands, [shape], method, axis)[0]


def _one_dtype(
    recording: Recording, ufunc: np.ufunc, what: str, array: Any, asked: Any
) -> tuple[Value, DType]:
    """Returns an operand in the dtype of the results of a ufunc, and that dtype.

    Raises:
        TraceTypeError: the ufunc does not join two elements to a third of their dtype.
    """
    value = cell_of(recording, array).read()
    recording.begin()
    options: dict[str, Any] = {}
    if asked is not None:
        options["signature"] = (None, None, asked_dtype(recording, asked).numpy)
    try:
        found: Any = ufunc.resolve_dtypes(
            (None, value.dtype.numpy, None), reduction=True, **options
        )
    except (TypeError, ValueError, RuntimeError) as error:
        raise recording.type_error(f"{what} of {value}: {error}") from None
    known = from_numpy(found[-1])
    if known is None or [from_numpy(each) for each in found] != [known] * 3:
        raise recording.type_error(
            f"{what} of {value}: NumPy computes it in {', '.join(map(str, found))}; only what "
            "stays in one dtype can be traced, so compute it outside"
        )
    return recording.cast(value, known), known


_METHODS: dict[str, Callable[..., Any]] = {
    "reduce": _reduce, "accumulate": _accumulate, "reduceat": _reduceat, "at": write_at,
}  # fmt: skip
