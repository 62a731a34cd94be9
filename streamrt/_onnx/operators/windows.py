"""Windows: the parts of an array that a convolution or a pool looks at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

import numpy as np

from streamrt._onnx.bounds import check_extents
from streamrt._onnx.operators.given import Given
from streamrt.errors import ModuleError

__all__ = ["Axis", "Window", "window_of"]

MOST_PLACES = 4096
"""The places of a window, because each has an operation of its own."""


@dataclass(frozen=True, slots=True)
class Axis:
    """The windows along one axis.

    Attributes:
        extent: that of the array.
        kernel: the places of a window.
        stride: the distance between two windows.
        dilation: the distance between two places of a window.
        before: the padding before the first element.
        behind: that behind the last one, as far as averages count it.
        count: the number of windows.
    """

    extent: int
    kernel: int
    stride: int
    dilation: int
    before: int
    behind: int
    count: int

    @property
    def end(self) -> int:
        """The number of elements behind the array that its windows reach; negative if none does."""
        reach = (self.count - 1) * self.stride + (self.kernel - 1) * self.dilation + 1
        return reach - self.before - self.extent

    def part(self, place: int) -> slice:
        """Returns the elements of the padded axis that all windows have at one place."""
        start = place * self.dilation
        return slice(start, start + (self.count - 1) * self.stride + 1, self.stride)

    def counted(self, with_pads: bool) -> np.ndarray[Any, Any]:
        """Returns how many places of each window lie in the array, or in it and its padding."""
        low, high = (-self.before, self.extent + self.behind) if with_pads else (0, self.extent)
        first = np.arange(self.count)[:, None] * self.stride - self.before
        places = first + np.arange(self.kernel) * self.dilation
        counted: np.ndarray[Any, Any] = np.sum((places >= low) & (places < high), axis=1)
        return counted


@dataclass(frozen=True, slots=True)
class Window:
    """The windows of an array (N, C, ...) along all axes behind the second one."""

    axes: tuple[Axis, ...]

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers of windows along the axes."""
        return tuple([axis.count for axis in self.axes])

    def padded(self, x: Any, fill: Any) -> Any:
        """Returns the array with padding, as far as windows reach into it."""
        widths = [(axis.before, max(axis.end, 0)) for axis in self.axes]
        if not any(map(any, widths)):
            return x
        return np.pad(x, [(0, 0), (0, 0), *widths], constant_values=fill)

    def parts(self, x: Any) -> Iterator[Any]:
        """Yields for each place of a window the elements that all windows have there."""
        for places in product(*[range(axis.kernel) for axis in self.axes]):
            index = [axis.part(place) for axis, place in zip(self.axes, places, strict=True)]
            yield x[(slice(None), slice(None), *index)]

    def along(self, number: int) -> Window:
        """Returns the windows along one axis alone, as if others had one place."""
        only = [
            axis if each == number else Axis(axis.extent, 1, 1, 1, 0, 0, axis.extent)
            for each, axis in enumerate(self.axes)
        ]
        return Window(tuple(only))


def window_of(given: Given, shape: tuple[int, ...], kernel: tuple[int, ...]) -> Window:
    """Returns the windows that the attributes of a node describe.

    Args:
        given: the node.
        shape: that of its first operand.
        kernel: the places of a window along each axis.

    Raises:
        ModuleError: they do not fit the array.
    """
    extents = shape[2:]
    count = len(extents)
    strides = given.attribute("strides", (1,) * count)
    dilations = given.attribute("dilations", (1,) * count)
    pads = given.attribute("pads", (0,) * 2 * count)
    way = given.attribute("auto_pad", "NOTSET")
    lists = (kernel, strides, dilations)
    if count < 1 or any(len(e) != count or min(e) < 1 for e in lists) or len(pads) != 2 * count:
        raise ModuleError(
            f"windows {list(kernel)} with strides {list(strides)}, dilations {list(dilations)} and "
            f"pads {list(pads)} on {count} axes"
        )
    if prod(kernel) > MOST_PLACES or min(pads) < 0:
        raise ModuleError(
            f"windows {list(kernel)}, pads {list(pads)}; at most {MOST_PLACES} places"
        )
    ways = {"NOTSET": _padded, "VALID": _valid, "SAME_UPPER": _same, "SAME_LOWER": _same}
    if way not in ways:
        raise ModuleError(f"auto_pad is {way!r}; it is one of {', '.join(ways)}")
    found = [
        ways[way](given, extent, kernel[n], strides[n], dilations[n], (pads[n], pads[n + count]))
        for n, extent in enumerate(extents)
    ]
    for axis in found:
        if axis.count < 1:
            raise ModuleError(f"windows of {axis.kernel} on an axis of {axis.extent}")
    check_extents([axis.before + axis.extent + max(axis.end, 0) for axis in found], "padded")
    return Window(tuple(found))


def _padded(
    given: Given, extent: int, kernel: int, stride: int, dilation: int, pads: tuple[int, int]
) -> Axis:
    """Returns the windows along an axis with padding that is given."""
    left = extent + sum(pads) - ((kernel - 1) * dilation + 1)
    count = left // stride + 1
    if given.attribute("ceil_mode", 0):
        count = -(-left // stride) + 1
        if (count - 1) * stride >= extent + pads[0]:  # a window of nothing but padding
            count -= 1
    return Axis(extent, kernel, stride, dilation, *pads, count)


def _valid(
    given: Given, extent: int, kernel: int, stride: int, dilation: int, pads: tuple[int, int]
) -> Axis:
    """Returns the windows along an axis without padding."""
    del pads
    return _padded(given, extent, kernel, stride, dilation, (0, 0))


def _same(
    given: Given, extent: int, kernel: int, stride: int, dilation: int, pads: tuple[int, int]
) -> Axis:
    """Returns as many windows as strides fit the axis, with the padding that they need."""
    del pads
    count = -(-extent // stride)
    total = max((count - 1) * stride + (kernel - 1) * dilation + 1 - extent, 0)
    small, large = total // 2, total - total // 2
    is_upper = given.attribute("auto_pad") == "SAME_UPPER"
    before, behind = (small, large) if is_upper else (large, small)
    return Axis(extent, kernel, stride, dilation, before, behind, count)
