"""Bounds: what a model may have at most. They are looked at before memory is taken."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from streamrt.errors import ModuleError

__all__ = [
    "MOST_BYTES",
    "MOST_DIMENSIONS",
    "MOST_ELEMENTS",
    "MOST_FOLDED",
    "MOST_KNOWN",
    "MOST_NODES",
    "NEWEST",
    "OLDEST",
    "check_extents",
]

OLDEST, NEWEST = 13, 22
"""The sets of operators that are read."""

MOST_BYTES = 2 << 30
"""The bytes of a file without its external weights; protobuf has no longer messages."""

MOST_NODES = 100_000

MOST_DIMENSIONS = 64
"""The dimensions that arrays of NumPy may have."""

MOST_ELEMENTS = 1 << 31
"""The elements of one value of a model."""

MOST_KNOWN = 64
"""The elements of a constant that is known while a model is traced; others are data."""

MOST_FOLDED = 1024
"""The elements of a value that is computed while a model is traced; a larger one becomes data."""


def check_extents(extents: Sequence[int], what: str, most: int = MOST_ELEMENTS) -> None:
    """Checks the shape of an array before it is made.

    Args:
        extents: the shape.
        what: begins the message.
        most: the most elements.

    Raises:
        ModuleError: it has too many dimensions or elements, or a negative extent.
    """
    told = f"{what}: the shape is {list(extents)[: MOST_DIMENSIONS + 1]}"
    if len(extents) > MOST_DIMENSIONS:
        raise ModuleError(f"{told}; an array has at most {MOST_DIMENSIONS} dimensions")
    if min(extents, default=0) < 0:
        raise ModuleError(f"{told}; extents are at least 0")
    if prod([max(1, extent) for extent in extents]) > most:
        raise ModuleError(f"{told}; at most {most} elements are taken")
