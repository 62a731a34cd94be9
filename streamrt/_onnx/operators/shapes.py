"""Operators that give an array another shape, or part and join arrays."""

from __future__ import annotations

from math import prod
from types import MappingProxyType
from typing import Any

import numpy as np

from streamrt._onnx.bounds import MOST_FOLDED, check_extents
from streamrt._onnx.operators.given import Given, Rule, Rules, as_data, is_known
from streamrt.errors import ModuleError

__all__ = ["RULES", "each_axis"]


def each_axis(axes: tuple[int, ...], ndim: int) -> tuple[int, ...]:
    """Returns axes counted from the first one.

    Raises:
        ModuleError: one is out of range, or is there twice.
    """
    found = [axis + ndim if axis < 0 else axis for axis in axes]
    if any(not 0 <= axis < ndim for axis in found) or len({*found}) < len(found):
        raise ModuleError(f"axes {list(axes)} of an array with {ndim} dimensions")
    return tuple(found)


def _large(value: Any, shape: tuple[int, ...]) -> Any:
    """Returns a value that is about to get a shape: data if a known one would become large."""
    check_extents(shape, "the result")
    is_large = is_known(value) and prod(shape) > MOST_FOLDED
    return as_data(value) if is_large else value


def _reshaped(given: Given) -> Any:
    x, wanted = given[0], given.integers(1) or ()
    if not given.attribute("allowzero", 0):
        wanted = tuple(
            [x.shape[place] if extent == 0 else extent for place, extent in enumerate(wanted)]
        )
    return np.reshape(x, wanted)


def _transposed(given: Given) -> Any:
    return np.transpose(given[0], given.attribute("perm"))


def _squeezed(given: Given) -> Any:
    axes = given.axes(1)
    return np.squeeze(given[0], axis=axes)


def _unsqueezed(given: Given) -> Any:
    x, axes = given[0], given.axes(1) or ()
    return np.expand_dims(x, each_axis(axes, x.ndim + len(axes)))


def _flattened(given: Given) -> Any:
    x, axis = given[0], given.attribute("axis", 1)
    if not -x.ndim <= axis <= x.ndim:
        raise ModuleError(f"axis {axis} of an array with {x.ndim} dimensions")
    first = axis if axis >= 0 else axis + x.ndim
    return np.reshape(x, (prod(x.shape[:first]), prod(x.shape[first:])))


def _joined(given: Given) -> Any:
    return np.concatenate(list(given.values), axis=given.attribute("axis"))


def _split(given: Given) -> Any:
    x, lengths = given[0], given.integers(1)
    count = len(given.node.outputs)
    (axis,) = each_axis((given.attribute("axis", 0),), x.ndim)
    extent = x.shape[axis]
    if lengths is None:
        if given.attribute("num_outputs", count) != count:
            raise ModuleError(f"num_outputs is not the number of its results, {count}")
        length = -(-extent // count)
        lengths = (*[length] * (count - 1), extent - length * (count - 1))
    if sum(lengths) != extent or min(lengths) < 0 or len(lengths) != count:
        raise ModuleError(f"parts of {list(lengths)} of an axis of {extent}, {count} results")
    return tuple(np.split(x, np.cumsum(lengths)[:-1].tolist(), axis=axis))


def _sliced(given: Given) -> Any:
    x = given[0]
    starts, ends = given.integers(1) or (), given.integers(2) or ()
    axes = given.integers(3) or tuple(range(len(starts)))
    steps = given.integers(4) or (1,) * len(starts)
    if not len(starts) == len(ends) == len(axes) == len(steps) or 0 in steps:
        raise ModuleError(f"starts {starts}, ends {ends}, axes {axes} and steps {steps}")
    index = [slice(None)] * x.ndim
    for axis, *part in zip(each_axis(axes, x.ndim), starts, ends, steps, strict=True):
        index[axis] = _slice(x.shape[axis], *part)
    return x[tuple(index)]


def _slice(extent: int, start: int, end: int, step: int) -> slice:
    """Returns a part of an axis, whose bounds are clamped as ONNX clamps them."""
    start, end = (bound + extent if bound < 0 else bound for bound in (start, end))
    if step > 0:
        return slice(min(max(start, 0), extent), min(max(end, 0), extent), step)
    start, end = min(max(start, 0), extent - 1), min(max(end, -1), extent - 1)
    return slice(start, None if end < 0 else end, step)


def _expanded(given: Given) -> Any:
    x, wanted = given[0], given.integers(1) or ()
    check_extents(wanted, "the shape to expand to")
    shape = np.broadcast_shapes(x.shape, wanted)
    return np.broadcast_to(_large(x, shape), shape)


def _tiled(given: Given) -> Any:
    x, repeats = given[0], given.integers(1) or ()
    if len(repeats) != x.ndim:
        raise ModuleError(f"{len(repeats)} repeats of an array with {x.ndim} dimensions")
    shape = tuple([extent * count for extent, count in zip(x.shape, repeats, strict=True)])
    return np.tile(_large(x, shape), repeats)


_MODES = ("constant", "reflect", "edge", "wrap")


def _padded(given: Given) -> Any:
    x, pads, value = given[0], given.integers(1) or (), given.get(2)
    axes = each_axis(given.integers(3) or tuple(range(x.ndim)), x.ndim)
    mode = given.attribute("mode", "constant")
    if mode not in _MODES or len(pads) != 2 * len(axes):
        raise ModuleError(f"mode {mode!r} with {len(pads)} pads for {len(axes)} axes")
    widths = [(0, 0)] * x.ndim
    for place, axis in enumerate(axes):
        widths[axis] = pads[place], pads[place + len(axes)]
    shape = [extent + sum(width) for extent, width in zip(x.shape, widths, strict=True)]
    x = _large(x, tuple(shape))
    positive = [(max(before, 0), max(behind, 0)) for before, behind in widths]
    options: Any = {} if mode != "constant" else {"constant_values": 0 if value is None else value}
    padded: Any = np.pad(x, positive, mode=mode, **options)
    index = [
        slice(max(-before, 0), extent + min(behind, 0))
        for (before, behind), extent in zip(widths, padded.shape, strict=True)
    ]
    return padded[tuple(index)]


def _depth_to_space(given: Given) -> Any:
    x, block, mode = given[0], given.attribute("blocksize"), given.attribute("mode", "DCR")
    n, c, h, w = x.shape
    rest = c // (block * block)
    if mode == "DCR":
        parts = np.transpose(np.reshape(x, (n, block, block, rest, h, w)), (0, 3, 4, 1, 5, 2))
    else:
        parts = np.transpose(np.reshape(x, (n, rest, block, block, h, w)), (0, 1, 4, 2, 5, 3))
    return np.reshape(parts, (n, rest, h * block, w * block))


def _space_to_depth(given: Given) -> Any:
    x, block, mode = given[0], given.attribute("blocksize"), given.attribute("mode", "DCR")
    n, c, h, w = x.shape
    parts = np.reshape(x, (n, c, h // block, block, w // block, block))
    order = (0, 3, 5, 1, 2, 4) if mode == "DCR" else (0, 1, 3, 5, 2, 4)
    shape = (n, c * block * block, h // block, w // block)
    return np.reshape(np.transpose(parts, order), shape)


def _shape(given: Given) -> Any:
    start, end = given.attribute("start", 0), given.attribute("end")
    return np.array(given[0].shape, np.int64)[start:end]


def _size(given: Given) -> Any:
    return np.array(given[0].size, np.int64)


RULES: Rules = MappingProxyType({
    "Reshape": Rule(_reshaped, (1,)), "Transpose": Rule(_transposed),
    "Squeeze": Rule(_squeezed, (1,)), "Unsqueeze": Rule(_unsqueezed, (1,)),
    "Flatten": Rule(_flattened), "Concat": Rule(_joined), "Split": Rule(_split, (1,)),
    "Slice": Rule(_sliced, (1, 2, 3, 4)), "Expand": Rule(_expanded, (1,)),
    "Tile": Rule(_tiled, (1,)), "Pad": Rule(_padded, (1, 2, 3)),
    "DepthToSpace": Rule(_depth_to_space), "SpaceToDepth": Rule(_space_to_depth),
    "Shape": Rule(_shape), "Size": Rule(_size),
})  # fmt: skip
"""The rules of these operators."""
