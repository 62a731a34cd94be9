"""NumPy's functions in a trace that make, join and repeat arrays."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any, TypeAlias

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._jit.tracing.cells import Cell
from streamrt._jit.tracing.elementwise import elementwise
from streamrt._jit.tracing.operands import asked_dtype, cell_of, common_shape, number_of, value_of
from streamrt._jit.tracing.recording import Recording
from streamrt._jit.tracing.rules import reductions, shaping

__all__ = [
    "append_",
    "array_",
    "asarray_",
    "ascontiguous_",
    "broadcast_arrays_",
    "chkfinite_",
    "column_stack_",
    "copy_",
    "diagonal_",
    "diagonal_of",
    "dstack_",
    "full_",
    "full_like_",
    "hstack_",
    "like_",
    "meshgrid_",
    "new_",
    "repeat_",
    "require_",
    "split_",
    "tile_",
    "trace_",
    "triangle_",
    "vstack_",
]

Function: TypeAlias = Callable[..., Any]


def _filled(
    recording: Recording, thing: Any, fill: Any, dtype: Any = None, shape: Any = None
) -> Any:
    recording.begin()
    value = value_of(recording, thing)
    wanted = value.dtype if dtype is None else asked_dtype(recording, dtype)
    extents = value.shape
    if shape is not None:
        extents = shaping.integers(recording, "shape", shape)
        recording.check_shape(extents)
    is_cast = isinstance(fill, float) and wanted.kind in "iu"  # as NumPy casts NaN and 1e30
    if isinstance(fill, int | float) and not (isinstance(fill, Cell | np.generic) or is_cast):
        made = number_of(recording, fill, wanted)
    else:
        made = recording.cast(value_of(recording, fill), wanted)
        if common_shape(recording, "np.full", [extents, made.shape]) != extents:
            raise recording.value_error(f"np.full of shape {extents} by {made}: it does not fit")
    is_dense = shape is not None or not isinstance(thing, Cell) or thing._is_dense
    return recording.kind(recording, recording.broadcast(made, extents), is_dense).as_array()


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


def array_(
    recording: Recording,
    object: Any,  # noqa: A002 - as NumPy calls it
    dtype: Any = None,
    *,
    copy: Any = True,
    order: Any = "K",
    ndmin: Any = 0,
    **_: Any,
) -> Any:
    """Returns np.array: a copy, unless it is told to make none."""
    made = asarray_(recording, object, dtype, order)
    if copy in (True, np._CopyMode.ALWAYS) and made is object:
        made = recording.kind(recording, made.read(), _keeps_order(made, order)).as_array()
    shape = made.read().shape
    return made.reshape_to((1,) * (ndmin - len(shape)) + shape) if ndmin > len(shape) else made


def asarray_(
    recording: Recording, a: Any, dtype: Any = None, order: Any = None, **options: Any
) -> Any:
    """Returns np.asarray: a traced array as it is, a list of them joined."""
    cell = cell_of(recording, a)
    value = cell.read()
    wanted = value.dtype if dtype is None else asked_dtype(recording, dtype)
    is_array = a is cell and cell._weak is None and (bool(value.shape) or cell.is_array)
    if (
        wanted is value.dtype
        and is_array
        and options.get("copy") not in (True, np._CopyMode.ALWAYS)
    ):
        return cell
    recording.begin()
    made = recording.cast(value, wanted)
    return recording.kind(recording, made, _keeps_order(cell, order)).as_array()


def _keeps_order(cell: Cell, order: Any) -> bool:
    """Returns whether a copy in an order is dense."""
    return order == "C" or (order != "F" and cell._is_dense)


def ascontiguous_(recording: Recording, a: Any, dtype: Any = None, **_: Any) -> Any:
    """Returns np.ascontiguousarray or np.asfortranarray."""
    cell = asarray_(recording, a, dtype)
    return cell if cell.read().shape else cell.reshape_to((1,))


def chkfinite_(recording: Recording, a: Any, dtype: Any = None, order: Any = None) -> Any:
    """Returns np.asarray_chkfinite, which checks that all elements are finite."""
    made = asarray_(recording, a, dtype, order)
    if made.read().dtype.kind == "f":
        (test,) = elementwise(recording, np.isfinite, (made,))
        if not reductions.reduce(recording, "all", test):
            raise ValueError("array must not contain infs or NaNs")
    return made


def require_(recording: Recording, a: Any, dtype: Any = None, *_: Any, **__: Any) -> Any:
    """Returns np.require; traced arrays are aligned, in C order and their own."""
    return asarray_(recording, a, dtype)


def copy_(recording: Recording, thing: Any, **_: Any) -> Any:
    cell = cell_of(recording, thing)
    return recording.kind(recording, cell.read(), cell._is_dense).as_array()


def hstack_(recording: Recording, things: Any, *, dtype: Any = None, **_: Any) -> Any:
    cells = [shaping.atleast(recording, 1, thing) for thing in things]
    axis = 0 if cells and len(cells[0].read().shape) == 1 else 1
    return shaping.concatenate(recording, cells, axis, dtype=dtype)


def vstack_(recording: Recording, things: Any, *, dtype: Any = None, **_: Any) -> Any:
    cells = [shaping.atleast(recording, 2, thing) for thing in things]
    return shaping.concatenate(recording, cells, 0, dtype=dtype)


def append_(recording: Recording, thing: Any, values: Any, axis: Any = None) -> Any:
    things = [thing, values]
    if axis is None:
        things = [shaping.ravel(recording, each) for each in things]  # a number is an array
    return shaping.concatenate(recording, things, axis)


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
    recording.check_shape(outer)
    made = builder.apply("reshape", cell.read(), attributes=(inner,))
    made = recording.broadcast(made, outer)
    return recording.kind(recording, builder.apply("reshape", made, attributes=(whole,)))


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
        number = reductions.integer_of(recording, f"np.{'tril' if lower else 'triu'}: k", k)
        shift = recording.broadcast(number_of(recording, number, DTYPES["i64"]), value.shape)
        edge = builder.apply("add", row, shift)
        test = builder.apply("less_equal" if lower else "greater_equal", column, edge)
        zero = builder.full(0, value.dtype.name, value.shape)
        is_dense = not isinstance(thing, Cell) or thing._is_dense
        return recording.kind(recording, builder.apply("where", test, value, zero), is_dense)

    return made


def broadcast_arrays_(recording: Recording, *things: Any, **_: Any) -> Any:
    shapes = [value_of(recording, thing).shape for thing in things]
    shape = common_shape(recording, "np.broadcast_arrays", shapes)
    return tuple(shaping.broadcast_to(recording, thing, shape) for thing in things)


def dstack_(recording: Recording, things: Any) -> Any:
    """Returns np.dstack."""
    cells: list[Cell] = []
    for thing in things:
        cell = shaping.atleast(recording, 2, thing)
        shape = cell.read().shape
        cells.append(cell.reshape_to((*shape, 1)) if len(shape) == 2 else cell)
    return shaping.concatenate(recording, cells, 2)


def column_stack_(recording: Recording, things: Any) -> Any:
    """Returns np.column_stack."""
    cells: list[Cell] = []
    for thing in things:
        cell = shaping.atleast(recording, 1, thing)
        shape = cell.read().shape
        cells.append(cell.reshape_to((*shape, 1)) if len(shape) == 1 else cell)
    return shaping.concatenate(recording, cells, 1)


def diagonal_(
    recording: Recording, thing: Any, offset: Any = 0, axis1: Any = 0, axis2: Any = 1
) -> Any:
    """Returns np.diagonal, a view that cannot be written to."""
    return diagonal_of(recording, thing, offset, axis1, axis2).as_read_only()


def diagonal_of(recording: Recording, thing: Any, offset: Any, axis1: Any, axis2: Any) -> Any:
    """Returns a diagonal over two axes, as a view."""
    (offset,) = shaping.integers(recording, "np.diagonal: offset", offset)
    cell = shaping.moveaxis(recording, thing, (axis1, axis2), (-2, -1))
    *lead, rows, columns = cell.read().shape
    count = max(min(rows + min(offset, 0), columns - max(offset, 0)), 0)
    start = offset if offset >= 0 else -offset * columns
    steps = (*(1,) * len(lead), columns + 1 if count > 1 else 1)
    starts = (*(0,) * len(lead), start if count else 0)
    return cell.viewed(
        ("reshape", ((*lead, rows * columns),)), ("slice", (starts, steps, (*lead, count)))
    )


def trace_(
    recording: Recording,
    thing: Any,
    offset: Any = 0,
    axis1: Any = 0,
    axis2: Any = 1,
    dtype: Any = None,
    out: Any = None,
) -> Any:
    """Returns np.trace."""
    found = diagonal_of(recording, thing, offset, axis1, axis2)
    return reductions.reduce(recording, "sum", found, -1, dtype, out)


def meshgrid_(
    recording: Recording, *things: Any, indexing: Any = "xy", sparse: Any = False, **_: Any
) -> Any:
    """Returns np.meshgrid."""
    cells = [shaping.ravel(recording, thing) for thing in things]
    ndim = len(cells)
    places = [1, 0, *range(2, ndim)] if indexing == "xy" and ndim > 1 else list(range(ndim))
    shape = [0] * ndim
    found: list[Cell] = []
    for cell, place in zip(cells, places, strict=True):
        shape[place] = cell.read().size
        one = tuple([cell.read().size if k == place else 1 for k in range(ndim)])
        found.append(cell.reshape_to(one))
    if sparse:
        return tuple(found)
    kind = recording.kind
    whole = tuple(shape)
    return tuple(kind(recording, recording.broadcast(cell.read(), whole)) for cell in found)
