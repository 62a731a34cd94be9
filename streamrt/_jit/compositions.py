"""NumPy's functions in a trace that are compositions of others."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np

from streamrt._compile.dtypes import DTYPES
from streamrt._jit import reductions, shaping
from streamrt._jit.cells import Cell
from streamrt._jit.elementwise import (
    asked_dtype,
    call_ufunc,
    cell_of,
    common_shape,
    elementwise,
    number_of,
    operand_of,
    prepared,
    select,
    store,
    value_of,
)
from streamrt._jit.recording import Recording

__all__ = [
    "allclose_",
    "append_",
    "array_",
    "array_equal_",
    "average_",
    "broadcast_arrays_",
    "clip_",
    "copy_",
    "count_nonzero_",
    "diff_",
    "fix_",
    "full_",
    "full_like_",
    "hstack_",
    "isclose_",
    "like_",
    "nan_to_num_",
    "ndim_",
    "new_",
    "ptp_",
    "real_",
    "repeat_",
    "result_type_",
    "round_",
    "shape_",
    "sinc_",
    "size_",
    "split_",
    "tile_",
    "triangle_",
    "vstack_",
    "where_",
]

Function = Callable[..., Any]


def where_(recording: Recording, condition: Any, x: Any = None, y: Any = None) -> Any:
    if x is None or y is None:
        raise recording.error(
            "np.where with one argument: the shape would depend on values; write "
            "np.where(mask, x, other)"
        )
    return select(recording, condition, x, y)


def clip_(
    recording: Recording,
    thing: Any,
    a_min: Any = None,
    a_max: Any = None,
    out: Any = None,
    *,
    min: Any = None,  # noqa: A002
    max: Any = None,  # noqa: A002
    **options: Any,
) -> Any:
    low = a_min if a_min is not None else min
    high = a_max if a_max is not None else max
    made = cell_of(recording, thing)
    limits = made.read().dtype
    if limits.kind in "iu":  # NumPy leaves out what the dtype cannot exceed
        low = None if type(low) is int and low <= limits.bounds[0] else low
        high = None if type(high) is int and high >= limits.bounds[1] else high
    bounds = [(np.maximum, low), (np.minimum, high)]
    for ufunc, bound in bounds:
        if bound is not None:
            made = call_ufunc(recording, ufunc, (made, bound), dict(options))
    if low is None and high is None:
        made = elementwise(recording, np.positive, (made,))[0]
    return made if out is None else store(recording, out, made, "np.clip(out=...)")


def round_(recording: Recording, thing: Any, decimals: Any = 0, out: Any = None) -> Any:
    cell = cell_of(recording, thing)
    kind = cell.read().dtype.kind
    if kind in "iu" and decimals >= 0:
        made = elementwise(recording, np.positive, (cell,))[0]
    elif kind != "f":
        raise recording.error("np.round of integers to tens: write it with //")
    elif decimals == 0:
        made = elementwise(recording, np.rint, (cell,))[0]
    else:  # NumPy multiplies and divides by the power of ten, too
        grow: np.ufunc = np.multiply
        shrink: np.ufunc = np.divide
        if decimals < 0:
            grow, shrink = shrink, grow
        factor = 10.0 ** abs(decimals)
        (grown,) = elementwise(recording, grow, (cell, factor))
        (whole,) = elementwise(recording, np.rint, (grown,))
        (made,) = elementwise(recording, shrink, (whole, factor))
    return made if out is None else store(recording, out, made, "np.round(out=...)")


def _filled(
    recording: Recording, thing: Any, fill: Any, dtype: Any = None, shape: Any = None
) -> Any:
    recording.begin()
    value = value_of(recording, thing)
    wanted = value.dtype if dtype is None else asked_dtype(recording, dtype)
    extents = value.shape
    if shape is not None:
        extents = shaping.integers(recording, "shape", shape)
    if isinstance(fill, int | float) and not isinstance(fill, np.generic):
        if wanted.kind in "iu" and isinstance(fill, float):
            fill = int(fill)
        made = number_of(recording, fill, wanted)
    else:
        made = prepared(recording, value_of(recording, fill), wanted, ())
    is_dense = shape is not None or not isinstance(thing, Cell) or thing._is_dense
    return recording.kind(recording, recording.broadcast(made, extents), is_dense)


def like_(fill: Any) -> Function:
    def made(
        recording: Recording,
        thing: Any,
        dtype: Any = None,
        order: Any = "K",
        subok: Any = True,
        shape: Any = None,
        **_: Any,
    ) -> Any:
        del order, subok
        return _filled(recording, thing, fill, dtype, shape)

    return made


def full_like_(
    recording: Recording,
    thing: Any,
    fill_value: Any,
    dtype: Any = None,
    order: Any = "K",
    subok: Any = True,
    shape: Any = None,
    **_: Any,
) -> Any:
    del order, subok
    return _filled(recording, thing, fill_value, dtype, shape)


def new_(fill: Any) -> Function:
    """Returns np.zeros and the like, called with `like=` a tracer."""

    def made(
        recording: Recording, shape: Any, dtype: Any = None, order: Any = "C", **_: Any
    ) -> Any:
        del order
        return _new(recording, shape, fill, np.float64 if dtype is None else dtype)

    return made


def full_(
    recording: Recording, shape: Any, fill_value: Any, dtype: Any = None, order: Any = "C", **_: Any
) -> Any:
    """Returns np.full, called with `like=` a tracer."""
    del order
    if dtype is None:
        dtype = value_of(recording, fill_value).dtype.numpy
    return _new(recording, shape, fill_value, dtype)


def _new(recording: Recording, shape: Any, fill: Any, dtype: Any) -> Any:
    return _filled(recording, np.zeros((), asked_dtype(recording, dtype).numpy), fill, shape=shape)


def array_(recording: Recording, thing: Any, dtype: Any = None, **_: Any) -> Any:
    """Returns np.asarray and the like, called with `like=` a tracer: a copy."""
    value = value_of(recording, thing)
    wanted = value.dtype if dtype is None else asked_dtype(recording, dtype)
    return recording.kind(recording, recording.cast(value, wanted))


def copy_(recording: Recording, thing: Any, **_: Any) -> Any:
    cell = cell_of(recording, thing)
    return recording.kind(recording, cell.read(), cell._is_dense)


def real_(recording: Recording, thing: Any) -> Any:
    return cell_of(recording, thing)


def shape_(recording: Recording, thing: Any) -> Any:
    return value_of(recording, thing).shape


def ndim_(recording: Recording, thing: Any) -> int:
    return len(value_of(recording, thing).shape)


def size_(recording: Recording, thing: Any, axis: Any = None) -> int:
    shape = value_of(recording, thing).shape
    axes = reductions.axes_of(recording, "np.size", axis, len(shape))
    return prod(shape[each] for each in axes)


def hstack_(recording: Recording, things: Any, *, dtype: Any = None, **_: Any) -> Any:
    cells = [shaping.atleast(recording, 1, thing) for thing in things]
    axis = 0 if cells and len(cells[0].read().shape) == 1 else 1
    return shaping.concatenate(recording, cells, axis, dtype=dtype)


def vstack_(recording: Recording, things: Any, *, dtype: Any = None, **_: Any) -> Any:
    cells = [shaping.atleast(recording, 2, thing) for thing in things]
    return shaping.concatenate(recording, cells, 0, dtype=dtype)


def append_(recording: Recording, thing: Any, values: Any, axis: Any = None) -> Any:
    return shaping.concatenate(recording, [thing, values], axis)


def split_(exact: bool) -> Function:
    def made(recording: Recording, thing: Any, parts: Any, axis: Any = 0) -> Any:
        return shaping.split(recording, thing, parts, axis, exact)

    return made


def tile_(recording: Recording, thing: Any, reps: Any) -> Any:
    cell = cell_of(recording, thing)
    counts = shaping.integers(recording, "np.tile", reps)
    shape = cell.read().shape
    ndim = max(len(shape), len(counts))
    counts = (1,) * (ndim - len(counts)) + counts
    shape = (1,) * (ndim - len(shape)) + shape
    inner = [extent for one in shape for extent in (1, one)]
    outer = [extent for pair in zip(counts, shape, strict=True) for extent in pair]
    whole = tuple([n * m for n, m in zip(counts, shape, strict=True)])
    return _through(recording, cell, tuple(inner), tuple(outer), whole)


def repeat_(recording: Recording, thing: Any, repeats: Any, axis: Any = None) -> Any:
    cell = shaping.atleast(recording, 1, thing)
    (count,) = shaping.integers(recording, "np.repeat", repeats)[:1]
    if not np.isscalar(repeats) and np.size(repeats) != 1:
        raise recording.error("np.repeat with different counts: write np.concatenate")
    shape = cell.read().shape
    if axis is None:
        shape, at = (prod(shape),), 0
    else:
        at = reductions.axis_of(recording, "np.repeat", axis, len(shape))
    inner, outer = (*shape[: at + 1], 1, *shape[at + 1 :]), [*shape]
    outer.insert(at + 1, count)
    whole = (*shape[:at], shape[at] * count, *shape[at + 1 :])
    return _through(recording, cell, inner, tuple(outer), whole)


def _through(
    recording: Recording,
    cell: Cell,
    inner: tuple[int, ...],
    outer: tuple[int, ...],
    whole: tuple[int, ...],
) -> Cell:
    """Returns a copy that is reshaped, broadcast and reshaped again."""
    builder = recording.begin()
    made = builder.apply("reshape", cell.read(), attributes=(inner,))
    made = recording.broadcast(made, outer)
    return recording.kind(recording, builder.apply("reshape", made, attributes=(whole,)))


def diff_(recording: Recording, thing: Any, n: Any = 1, axis: Any = -1) -> Any:
    cell = cell_of(recording, thing)
    at = reductions.axis_of(recording, "np.diff", axis, len(cell.read().shape))
    ufunc = np.not_equal if cell.read().dtype.kind == "b" else np.subtract
    for _ in range(n):
        left, right = _ends(recording, cell, at)
        (cell,) = elementwise(recording, ufunc, (right, left))
    return cell


def _ends(recording: Recording, cell: Cell, axis: int) -> tuple[Cell, Cell]:
    """Returns views without the last and without the first element along an axis."""
    recording.begin()
    shape = cell.read().shape
    counts = (*shape[:axis], max(shape[axis] - 1, 0), *shape[axis + 1 :])
    starts = tuple([1 if k == axis and counts[axis] else 0 for k in range(len(shape))])
    steps = (1,) * len(shape)
    return (
        cell.view(("slice", ((0,) * len(shape), steps, counts))),
        cell.view(("slice", (starts, steps, counts))),
    )


def triangle_(lower: bool) -> Function:
    def made(recording: Recording, thing: Any, k: Any = 0) -> Any:
        builder = recording.begin()
        value = value_of(recording, thing)
        if len(value.shape) == 1:
            value = recording.broadcast(value, value.shape * 2)
        ndim = len(value.shape)
        if ndim < 2:
            raise recording.value_error("np.tril of a number: it needs dimensions")
        row, column = (builder.iota(value.shape, axis) for axis in (ndim - 2, ndim - 1))
        shift = recording.broadcast(number_of(recording, int(k), DTYPES["i64"]), value.shape)
        edge = builder.apply("add", row, shift)
        test = builder.apply("less_equal" if lower else "greater_equal", column, edge)
        zero = builder.full(0, value.dtype.name, value.shape)
        is_dense = not isinstance(thing, Cell) or thing._is_dense
        return recording.kind(recording, builder.apply("where", test, value, zero), is_dense)

    return made


def nan_to_num_(
    recording: Recording,
    x: Any,
    copy: Any = True,
    nan: Any = 0.0,
    posinf: Any = None,
    neginf: Any = None,
) -> Any:
    cell = cell_of(recording, x)
    dtype = cell.read().dtype
    if dtype.kind != "f":
        return copy_(recording, cell)
    limits = np.finfo(dtype.numpy.name)
    made: Any = select(recording, elementwise(recording, np.isnan, (cell,))[0], nan, cell)
    for edge, given, limit in ((np.inf, posinf, limits.max), (-np.inf, neginf, limits.min)):
        (test,) = elementwise(recording, np.equal, (cell, edge))
        made = select(recording, test, float(limit) if given is None else given, made)
    return made if copy else store(recording, cell, made, "np.nan_to_num(copy=False)")


def isclose_(
    recording: Recording,
    a: Any,
    b: Any,
    rtol: Any = 1e-05,
    atol: Any = 1e-08,
    equal_nan: Any = False,
) -> Any:
    def of(ufunc: np.ufunc, *things: Any) -> Cell:
        return elementwise(recording, ufunc, things)[0]

    if cell_of(recording, b).read().dtype.kind != "f":
        b = of(np.multiply, b, 1.0)
    bound = of(np.add, atol, of(np.multiply, rtol, of(np.absolute, b)))
    near = of(np.less_equal, of(np.absolute, of(np.subtract, a, b)), bound)
    made = of(np.logical_or, of(np.logical_and, near, of(np.isfinite, b)), of(np.equal, a, b))
    if equal_nan:
        made = of(np.logical_or, made, of(np.logical_and, of(np.isnan, a), of(np.isnan, b)))
    return made


def allclose_(recording: Recording, a: Any, b: Any, *args: Any, **options: Any) -> Any:
    return reductions.reduce(recording, "all", isclose_(recording, a, b, *args, **options))


def array_equal_(recording: Recording, a1: Any, a2: Any) -> Any:
    if value_of(recording, a1).shape != value_of(recording, a2).shape:
        return False
    return reductions.reduce(recording, "all", elementwise(recording, np.equal, (a1, a2))[0])


def ptp_(recording: Recording, thing: Any, axis: Any = None, **options: Any) -> Any:
    high = reductions.reduce(recording, "max", thing, axis, **options)
    low = reductions.reduce(recording, "min", thing, axis, **options)
    return elementwise(recording, np.subtract, (high, low))[0]


def sinc_(recording: Recording, thing: Any) -> Any:
    (y,) = elementwise(recording, np.multiply, (thing, np.pi))
    test = elementwise(recording, np.equal, (y, 0))[0]
    y = select(recording, test, np.pi * 1.0e-20, y)
    (sine,) = elementwise(recording, np.sin, (y,))
    return elementwise(recording, np.divide, (sine, y))[0]


def fix_(recording: Recording, thing: Any, out: Any = None) -> Any:
    return call_ufunc(recording, np.trunc, (thing,), {"out": out} if out is not None else {})


def count_nonzero_(
    recording: Recording, thing: Any, axis: Any = None, *, keepdims: Any = False
) -> Any:
    (test,) = elementwise(recording, np.not_equal, (thing, 0))
    return reductions.reduce(recording, "sum", test, axis, keepdims=keepdims)


def average_(recording: Recording, thing: Any, axis: Any = None, weights: Any = None) -> Any:
    if weights is None:
        return reductions.mean(recording, thing, axis)
    if value_of(recording, weights).shape != value_of(recording, thing).shape:
        raise recording.error("np.average: give the weights the shape of the array")
    (product,) = elementwise(recording, np.multiply, (thing, weights))
    total = reductions.reduce(recording, "sum", product, axis)
    count = reductions.reduce(recording, "sum", weights, axis)
    return elementwise(recording, np.divide, (total, count))[0]


def broadcast_arrays_(recording: Recording, *things: Any, **_: Any) -> Any:
    shapes = [value_of(recording, thing).shape for thing in things]
    shape = common_shape(recording, "np.broadcast_arrays", shapes)
    return tuple(shaping.broadcast_to(recording, thing, shape) for thing in things)


def result_type_(recording: Recording, *things: Any) -> Any:
    known: list[Any] = []
    for thing in things:
        if isinstance(thing, Cell):
            _, key, _ = operand_of(recording, thing)
            known.append(DTYPES[key].numpy if isinstance(key, str) else key())
        else:
            known.append(thing)
    return np.result_type(*known)
