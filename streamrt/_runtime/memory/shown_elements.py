"""Elements of arrays as `repr` shows them: those at the ends, on one short line."""

from __future__ import annotations

from typing import Any

import numpy as np

from streamrt._core.values import converted

__all__ = ["ends_of", "spelled"]

EDGE = 3
"""The elements at each end of an axis that are shown, as NumPy does it."""

LONGEST = 72
"""The most characters of the elements."""

Array = np.ndarray[Any, Any]


def ends_of(array: Array) -> tuple[Array, bool]:
    """Returns a copy of the elements at the ends of each axis, and whether there are others.

    An axis with others keeps one of them, so that NumPy writes dots.
    """
    is_cut = False
    for axis, extent in enumerate(array.shape):
        if extent > 2 * EDGE + 1:
            places = [*range(EDGE + 1), *range(extent - EDGE, extent)]
            array, is_cut = np.take(array, places, axis), True
    return np.array(array), is_cut


def spelled(array: Array, is_cut: bool) -> str:
    """Returns the elements of what `ends_of` gave, as NumPy spells them; empty if it cannot."""

    def spell(_: object) -> str:
        most = 0 if is_cut else array.size
        return np.array2string(array, max_line_width=10_000, threshold=most, edgeitems=EDGE)

    text, _ = converted(spell, array)
    line = " ".join((text or "").split()).replace("[ ", "[")
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 3]}..."
