"""Undeclared writes, found on devices that compare their memory before and after each kernel.

A simulated device tells which bytes each kernel changed. A kernel that writes a byte with the value
that it has already is not found, nor is one that only reads what it does not declare.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from streamrt._core.races.uses import Use

MOST_DECLARED = 4096

Addresses = np.ndarray[Any, np.dtype[np.int64]]


class Stray(NamedTuple):
    """Bytes that a kernel wrote and did not declare.

    Attributes:
        uses: what it declared.
        start: the address of the first byte.
        stop: the address behind the last of those in a row.
    """

    uses: Sequence[Use]
    start: int
    stop: int


class Strays:
    """The declarations of launches that have not run, and the strays of those that have."""

    def __init__(self) -> None:
        self._declared: dict[int, Sequence[Use]] = {}  # by status cell
        self._found: deque[Stray] = deque()

    def declare(self, cell: int, uses: Sequence[Use]) -> None:
        """Remembers the uses of a launch until it runs."""
        if uses:
            self._declared[cell] = uses
            if len(self._declared) > MOST_DECLARED:  # some were cancelled or skipped
                self._declared.pop(next(iter(self._declared)), None)

    def look(self, cell: int, name: str, changes: Sequence[tuple[int, bytes, bytes]]) -> None:
        """Looks at what a kernel changed; see `Watch.note_changes`."""
        uses = self._declared.pop(cell, None)
        if uses is None:
            return
        if uses[0].facts[0][0] != name:  # a later submission has the cell
            return
        for address, before, after in changes:
            changed = _changed(address, before, after)
            for use in uses:
                if use.writes:
                    changed = _without(changed, use)
            if changed.size:
                start = int(changed[0])
                ends = np.flatnonzero(np.diff(changed) > 1)
                stop = int(changed[ends[0] if ends.size else -1]) + 1
                self._found.append(Stray(uses, start, stop))
                return

    def taken(self) -> list[Stray]:
        """Returns the strays that were found since the last call."""
        found: list[Stray] = []
        while self._found:
            found.append(self._found.popleft())
        return found


def _changed(address: int, before: bytes, after: bytes) -> Addresses:
    """Returns the addresses of the bytes that differ."""
    old, new = np.frombuffer(before, np.uint8), np.frombuffer(after, np.uint8)
    return np.flatnonzero(old != new).astype(np.int64) + address


def _without(addresses: Addresses, use: Use) -> Addresses:
    """Returns the addresses that do not belong to a use."""
    rest = addresses[(addresses < use.start) | (addresses >= use.stop)]
    if use.form is None or rest.size == addresses.size:
        return rest
    inside = addresses[(addresses >= use.start) & (addresses < use.stop)]
    start, (shape, strides, itemsize) = use.form
    own = np.arange(start, start + itemsize, dtype=np.int64)
    for extent, stride in zip(shape, strides, strict=True):
        own = (own[:, None] + np.arange(extent, dtype=np.int64) * stride).reshape(-1)
    between = inside[~np.isin(inside, own)]
    return np.sort(np.concatenate([rest, between]))
