"""Functions of NumPy in a trace that put elements elsewhere: block, copyto, roll, windows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from streamrt._jit.tracing.cells import Cell
from streamrt._jit.tracing.elementwise import select, store
from streamrt._jit.tracing.operands import cell_of
from streamrt._jit.tracing.recording import Recording, is_any
from streamrt._jit.tracing.rules import shaping
from streamrt._jit.tracing.rules.called import argsort_, take_along_axis_
from streamrt._jit.tracing.rules.reductions import axes_of, axis_of

__all__ = [
    "block_",
    "copyto_",
    "fill_diagonal_",
    "lexsort_",
    "place_",
    "putmask_",
    "roll_",
    "shares_memory_",
    "windows_",
]

MOST_WINDOWS = 256
"""The most elements of one window of sliding_window_view: each is a slice of the array."""


def block_(recording: Recording, arrays: Any) -> Any:
    """Returns np.block: nested lists of arrays, joined along the last axes."""
    depth = _depth(arrays)
    cells = _cells(recording, arrays)
    ndim = max(depth, *[len(cell.read().shape) for cell in _leaves(cells)])
    return _block(recording, cells, depth, ndim).copy()  # type: ignore[attr-defined]


def _depth(arrays: Any) -> int:
    return 1 + _depth(arrays[0]) if isinstance(arrays, list) else 0


def _cells(recording: Recording, arrays: Any) -> Any:
    if isinstance(arrays, list):
        return [_cells(recording, each) for each in arrays]
    return cell_of(recording, arrays)


def _leaves(cells: Any) -> list[Cell]:
    if not isinstance(cells, list):
        return [cells]
    return [leaf for each in cells for leaf in _leaves(each)]


def _block(recording: Recording, cells: Any, depth: int, ndim: int) -> Cell:
    if not depth:
        return shaping.atleast(recording, ndim, cells)
    parts = [_block(recording, each, depth - 1, ndim) for each in cells]
    return shaping.concatenate(recording, parts, -depth)


def copyto_(
    recording: Recording, dst: Any, src: Any, casting: Any = "same_kind", where: Any = True
) -> None:
    """Writes to elements, as np.copyto does."""
    del casting
    made = cell_of(recording, src)
    if where is not True:
        made = select(recording, where, src, dst)
    store(recording, dst, made, "np.copyto")


def putmask_(recording: Recording, a: Any, mask: Any, values: Any) -> None:
    """Writes to the elements of a mask, as np.putmask does with one value, or as many as a has."""
    target, given = cell_of(recording, a), cell_of(recording, values)
    if given.read().size == 1:
        given = given.reshape_to(())
    elif given.read().shape != target.read().shape:
        raise recording.error(
            f"np.putmask by {given.read()}: which element gets which value depends on the mask; "
            "write np.where"
        )
    store(recording, a, select(recording, mask, given, target), "np.putmask")


def place_(recording: Recording, arr: Any, mask: Any, vals: Any) -> None:
    """Writes one value to the elements of a mask, as np.place does."""
    if cell_of(recording, vals).read().size != 1:
        raise recording.error(
            "np.place of several values: which element gets which depends on the mask; write "
            "np.where"
        )
    putmask_(recording, arr, mask, vals)


def shares_memory_(recording: Recording, a: Any, b: Any, max_work: Any = None) -> bool:
    """Returns whether two traced arrays are views of one, as np.may_share_memory tells it."""
    del recording, max_work
    return isinstance(a, Cell) and isinstance(b, Cell) and a._root() is b._root()


def lexsort_(recording: Recording, keys: Any, axis: Any = -1) -> Any:
    """Returns np.lexsort: stable sorts by each key, the last one counting most."""
    cells = [cell_of(recording, key) for key in keys]
    if not cells:
        raise recording.type_error("np.lexsort: it needs a key")
    found = argsort_(recording, cells[0], axis, "stable")
    for key in cells[1:]:
        places = argsort_(recording, take_along_axis_(recording, key, found, axis), axis, "stable")
        found = take_along_axis_(recording, found, places, axis)
    return found


def roll_(recording: Recording, thing: Any, shift: Any, axis: Any = None) -> Any:
    """Returns np.roll, also by several shifts."""
    cell = cell_of(recording, thing)
    shape = cell.read().shape
    if axis is None:
        total = sum(shaping.integers(recording, "np.roll", shift))
        flat = shaping.ravel(recording, cell)
        return _rolled(recording, flat, total, 0).reshape_to(shape)
    axes = shaping.integers(recording, "np.roll", axis)
    shifts = shaping.integers(recording, "np.roll", shift)
    if len(shifts) != len(axes) and 1 not in (len(shifts), len(axes)):
        raise recording.value_error(f"np.roll by {shift} along {axis}: they do not fit")
    count = max(len(shifts), len(axes))
    pairs = zip(shifts * (count // len(shifts)), axes * (count // len(axes)), strict=True)
    for by, at in pairs:
        cell = _rolled(recording, cell, by, axis_of(recording, "np.roll", at, len(shape)))
    return cell


NEAR = 8
"""The shift up to which np.roll is a slice of the array with as many elements more at both ends.

Several rolls of one array, as in a stencil, are slices of the same one. It is made once, and what
is computed of them reads it.
"""


def _rolled(recording: Recording, cell: Cell, count: int, axis: int) -> Cell:
    value = cell.read()
    extent = value.shape[axis]
    if 0 < abs(count) <= NEAR and extent > 64 * NEAR:
        starts, ones = [0] * len(value.shape), (1,) * len(value.shape)
        head, _ = shaping.split(recording, cell, [NEAR], axis, False)
        _, tail = shaping.split(recording, cell, [extent - NEAR], axis, False)
        wide = shaping.concatenate(recording, [tail, cell, head], axis)
        starts[axis] = NEAR - count
        made = recording.builder.apply(
            "slice", wide.read(), attributes=(tuple(starts), ones, value.shape)
        )
        return recording.kind(recording, made)
    place = -count % extent if extent else 0
    head, tail = shaping.split(recording, cell, [place], axis, False)
    return shaping.concatenate(recording, [tail, head], axis)


def windows_(
    recording: Recording,
    x: Any,
    window_shape: Any,
    axis: Any = None,
    *,
    subok: Any = False,
    writeable: Any = False,
) -> Any:
    """Returns sliding_window_view: a copy, of one slice for each element of a window."""
    del subok
    what = "np.lib.stride_tricks.sliding_window_view"
    if writeable:
        raise recording.error(f"{what}(writeable=True): its elements overlap; write to the array")
    made = cell_of(recording, x)
    sizes = shaping.integers(recording, what, window_shape)
    ndim = len(made.read().shape)
    axes: Sequence[int] = range(ndim)
    if axis is not None:
        given = axis if is_any(axis, tuple, list) else (axis,)
        axes = [axis_of(recording, what, each, ndim) for each in given]
    if len(sizes) != len(axes) or min(sizes, default=1) < 1:
        raise recording.value_error(f"{what}: windows {sizes} along the axes {tuple(axes)}")
    if int(np.prod(sizes)) > MOST_WINDOWS:
        raise recording.error(
            f"{what}: windows of more than {MOST_WINDOWS} elements; write np.convolve or np.cumsum"
        )
    for size, at in zip(sizes, axes, strict=True):
        made = _windows(recording, what, made, size, at)
    return made.viewed().as_read_only()


def _windows(recording: Recording, what: str, cell: Cell, size: int, axis: int) -> Cell:
    shape = cell.read().shape
    count = shape[axis] - size + 1
    if count < 1:
        raise recording.value_error(f"{what}: a window of {size} of {shape[axis]} elements")
    counts = (*shape[:axis], count, *shape[axis + 1 :])
    steps = (1,) * len(shape)
    starts = [tuple([k * (at == axis) for at in range(len(shape))]) for k in range(size)]
    slices = [cell.viewed(("slice", (start, steps, counts))) for start in starts]
    return shaping.stack(recording, slices, -1)


def fill_diagonal_(recording: Recording, a: Any, val: Any, wrap: Any = False) -> None:
    """Writes to a diagonal, as np.fill_diagonal does."""
    cell = cell_of(recording, a)
    shape = cell.read().shape
    if len(shape) != 2 or (wrap and shape[0] > shape[1]):
        raise recording.error("np.fill_diagonal: only of matrices, without wrap")
    axes_of(recording, "np.fill_diagonal", (0, 1), 2)
    count = min(shape)
    flat = cell.viewed(
        ("reshape", ((shape[0] * shape[1],),)), ("slice", ((0,), (shape[1] + 1,), (count,)))
    )
    flat[...] = val  # type: ignore[index]
