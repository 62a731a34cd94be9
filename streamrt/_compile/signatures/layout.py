"""Layouts: the dtype, shape, strides and device of an array, without its memory."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TypeAlias

import numpy as np

from streamrt._core.handles import Unique

__all__ = ["DELETED", "Description", "Layout", "bounds", "dense_strides", "is_dense", "leaves_gaps"]

Description: TypeAlias = "tuple[np.dtype[np.generic], tuple[int, ...], tuple[int, ...] | None]"
"""The dtype, shape and strides of a layout, with None for the strides of a C-contiguous one."""


def dense_strides(shape: Sequence[int], itemsize: int) -> tuple[int, ...]:
    """Returns the byte strides of a C-contiguous array of that shape."""
    strides: list[int] = []
    step = itemsize
    for extent in reversed(shape):
        strides.append(step)
        step *= extent
    return tuple(reversed(strides))


def is_dense(shape: Sequence[int], strides: Sequence[int], itemsize: int) -> bool:
    """Returns whether these strides are C-contiguous.

    As in NumPy, the stride of a dimension of extent 1 does not matter, and an array without
    elements is contiguous.
    """
    if 0 in shape:
        return True
    step = itemsize
    for extent, stride in zip(reversed(shape), reversed(strides), strict=True):
        if extent != 1 and stride != step:
            return False
        step *= extent
    return True


def leaves_gaps(shape: Sequence[int], strides: Sequence[int], itemsize: int) -> bool:
    """Returns whether a byte between the lowest and the highest element belongs to no element.

    It goes through the strides from the smallest up, and counts the bytes without a gap. A stride
    that reaches no further than these adds to them. The first one that does leaves a byte out.
    """
    if 0 in shape:
        return False
    filled = itemsize
    for stride, extent in sorted((abs(s), n) for s, n in zip(strides, shape, strict=True) if n > 1):
        if stride > filled:
            return True
        filled += stride * (extent - 1)
    return False


def bounds(layout: Layout) -> tuple[int, int]:
    """Returns two byte offsets from the first element: of the lowest byte, and past the highest."""
    if layout.contiguous or not layout.size:
        return (0, layout.nbytes)
    reach = [(n - 1) * s for n, s in zip(layout.shape, layout.strides, strict=True)]
    low = sum(r for r in reach if r < 0)
    high = sum(r for r in reach if r > 0) + layout.itemsize
    return (low, high)


class Layout(Unique):
    """Dtype, shape, strides and device of an array, without its address.

    A layout is compared and hashed by identity, because it is part of every launch's cache key:
    the runtime interns layouts per device, so that equal layouts are one object.

    Attributes:
        device: the device the memory is on.
        dtype: the NumPy dtype.
        shape: extents in elements.
        strides: steps in bytes, one for each dimension.
        itemsize: the bytes of one element.
        size: the number of elements.
        nbytes: the bytes of the elements alone, as in a dense array.
        contiguous: whether the elements lie densely in C order.
        has_gaps: whether there are bytes between its elements that belong to none.
        description: a key that is equal for layouts that differ in their devices only. It keeps
            no device alive, so things may be remembered by it.
    """

    _instead = "pickle dtype, shape and strides"

    __slots__ = (
        "__weakref__", "contiguous", "description", "device", "dtype", "has_gaps", "itemsize",
        "nbytes", "shape", "size", "strides",
    )  # fmt: skip

    def __init__(
        self,
        device: object,
        dtype: np.dtype[np.generic],
        shape: tuple[int, ...],
        strides: tuple[int, ...] | None = None,
    ) -> None:
        """Describes an array; a C-contiguous one if `strides` is None."""
        self.device: object = device
        self.dtype: np.dtype[np.generic] = dtype
        self.shape: tuple[int, ...] = shape
        self.itemsize: int = dtype.itemsize
        self.size: int = prod(shape)
        self.nbytes: int = self.size * dtype.itemsize
        if strides is None:
            self.strides: tuple[int, ...] = dense_strides(shape, dtype.itemsize)
            self.contiguous: bool = True
            self.has_gaps: bool = False
        else:
            self.strides = strides
            self.contiguous = is_dense(shape, strides, dtype.itemsize)
            self.has_gaps = leaves_gaps(shape, strides, dtype.itemsize)
        self.description: Description = (dtype, shape, None if self.contiguous else strides)

    def __str__(self) -> str:
        """Returns the text that error messages show: `float32[128, 512]`."""
        return f"{self.dtype}[{', '.join(map(str, self.shape))}]"

    def __repr__(self) -> str:
        strides = "" if self.contiguous else f", strides={self.strides}"
        return f"<Layout {self} on {self.device}{strides}>"


DELETED = Layout(None, np.dtype("bool"), (), ())
"""The layout of every buffer that was deleted or donated; no plan is ever made for it."""
