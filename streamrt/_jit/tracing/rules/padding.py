"""np.pad in a trace: along each axis the array is put together from slices of itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from streamrt._jit.tracing.operands import cell_of, shown
from streamrt._jit.tracing.recording import Recording, is_any
from streamrt._jit.tracing.rules import constructions, shaping

__all__ = ["pad_"]

_MOVED = ("edge", "reflect", "symmetric", "wrap")
"""The modes whose elements are all of the array itself."""


def pad_(
    recording: Recording, array: Any, pad_width: Any, mode: Any = "constant", **options: Any
) -> Any:
    """See `np.pad`. Modes that compute, such as `mean`, are refused."""
    cell: Any = cell_of(recording, array)
    widths = _pairs(recording, "pad_width", pad_width, cell.ndim)
    if any(width < 0 for pair in widths for width in pair):
        raise recording.value_error(f"np.pad by {shown(pad_width)}: a width is negative")
    if mode == "constant":
        values = _pairs(recording, "constant_values", options.pop("constant_values", 0), cell.ndim)
        made = _with_constants(recording, cell, widths, values)
    elif mode == "empty":
        made = _with_constants(recording, cell, widths, [(0, 0)] * cell.ndim)
    elif mode in _MOVED and options.pop("reflect_type", "even") == "even":
        made = cell
        for axis, pair in enumerate(widths):
            if any(pair):
                made = _moved(recording, made, axis, pair, mode)
    else:
        raise recording.error(
            f"np.pad of mode {shown(mode)}: programs have constant, empty, {', '.join(_MOVED)}"
        )
    if options:
        raise recording.type_error(f"np.pad({next(iter(options))}=...): mode {mode} has none")
    return made.copy() if made is cell else made


def _pairs(recording: Recording, what: str, given: Any, ndim: int) -> list[tuple[Any, Any]]:
    """Returns a pair for each axis, from the forms in which NumPy takes them."""
    try:
        if is_any(given, dict):
            found: list[tuple[Any, Any]] = [(0, 0)] * ndim
            for axis, pair in given.items():
                before, after = np.broadcast_to(np.asarray(pair), (2,)).tolist()
                found[axis] = before, after
            return found
        return [(a, b) for a, b in np.broadcast_to(np.asarray(given), (ndim, 2)).tolist()]
    except (TypeError, ValueError, IndexError):
        raise recording.value_error(
            f"np.pad: {what} is {shown(given)}; pass a number, a pair, or a pair for each of "
            f"{ndim} axes"
        ) from None


def _with_constants(
    recording: Recording, cell: Any, widths: list[tuple[int, int]], values: list[tuple[Any, Any]]
) -> Any:
    """Returns an array between constants; the values of a later axis win in the corners."""
    if len({value for pair in values for value in pair}) == 1:  # all at once
        shape = [n + sum(pair) for n, pair in zip(cell.shape, widths, strict=True)]
        made = constructions.full_(recording, shape, values[0][0], dtype=cell.dtype)
        made[tuple([slice(a, a + n) for (a, _), n in zip(widths, cell.shape, strict=True)])] = cell
        return made
    for axis, (width, value) in enumerate(zip(widths, values, strict=True)):
        shape = list(cell.shape)
        parts = [cell]
        for side in (0, 1):
            shape[axis] = width[side]
            part = constructions.full_(recording, shape, value[side], dtype=cell.dtype)
            parts.insert(side * len(parts), part)
        cell = shaping.concatenate(recording, parts, axis)
    return cell


def _moved(recording: Recording, cell: Any, axis: int, width: tuple[int, int], mode: str) -> Any:
    """Returns an array with elements of its own at both ends of an axis."""
    if not cell.shape[axis]:
        raise recording.value_error(
            f"np.pad of mode {mode}: axis {axis} has no elements to be repeated"
        )
    places: Any = np.pad
    indexes: list[int] = places(np.arange(cell.shape[axis]), width, mode=mode).tolist()
    before = (slice(None),) * axis
    parts: list[Any] = []
    for first, step, count in _runs(indexes):
        if step:
            stop = first + step * count
            parts.append(cell[(*before, slice(first, stop if stop >= 0 else None, step))])
        else:
            shape = [*cell.shape[:axis], count, *cell.shape[axis + 1 :]]
            one = cell[(*before, slice(first, first + 1))]
            parts.append(shaping.broadcast_to(recording, one, shape))
    return shaping.concatenate(recording, parts, axis)


def _runs(indexes: list[int]) -> Iterator[tuple[int, int, int]]:
    """Yields runs of indexes that rise or fall by one, or stay: the first, the step, the count."""
    at = 0
    while at < len(indexes):
        step = indexes[at + 1] - indexes[at] if at + 1 < len(indexes) else 1
        step = step if step in (-1, 0, 1) else 1
        end = at + 1
        while end < len(indexes) and indexes[end] - indexes[end - 1] == step:
            end += 1
        yield indexes[at], step, end - at
        at = end
