"""The reference for composed programs: their parts, one after the other, in NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from streamrt._ir.composing.parts import (
    Branch,
    Composed,
    Copy,
    Launches,
    Part,
    Repeat,
    Segment,
    Slot,
    While,
)
from streamrt._ir.interpret import Array, interpret

__all__ = ["interpret_parts"]


def interpret_parts(composed: Composed, arrays: Sequence[Any]) -> list[Array]:
    """Returns the results of a composed program: new arrays, which share no memory.

    Args:
        composed: the program.
        arrays: an array or a number for each parameter, of its dtype and shape.
    """
    known: dict[int, Array] = {
        slot: np.array(given, composed.slots[slot].dtype.numpy) for slot, given in enumerate(arrays)
    }
    for array in known.values():
        array.flags.writeable = False
    _Run(composed.slots).all(composed.parts, known)
    return [known[slot].copy() for slot in composed.results]


class _Run:
    def __init__(self, slots: Sequence[Slot]) -> None:
        self._slots = slots

    def all(self, parts: Sequence[Part], known: dict[int, Array]) -> None:
        """Runs parts; new arrays are added to those that are known."""
        for part in parts:
            match part:
                case Segment():
                    found = interpret(part.program, [known[slot] for slot in part.inputs])
                    for slot, array in zip(part.outputs, found, strict=True):
                        self._array(slot, known)[...] = array
                case Copy():
                    self._array(part.target, known)[...] = known[part.source]
                case Repeat():
                    self._repeat(part, known)
                case While():
                    while known[part.flag]:
                        self.all(part.body, dict(known))
                case Launches():
                    raise TypeError("the reference interprets segments, before they are lowered")
                case Branch():
                    for slot in part.results:
                        self._array(slot, known)
                    way = part.true if known[part.flag] else part.false
                    self.all(way, dict(known))

    def _repeat(self, part: Repeat, known: dict[int, Array]) -> None:
        for slot in part.stacked:
            self._array(slot, known)
        for turn in range(part.turns):
            rows = {row: known[array][turn : turn + 1].reshape(known[array].shape[1:])
                    for array, row in part.rows}  # fmt: skip
            if part.index >= 0:
                rows[part.index] = np.array(turn)
            self.all(part.body, known | rows)

    def _array(self, slot: int, known: dict[int, Array]) -> Array:
        """Returns the array of a slot, a new one of garbage if there is none."""
        found = known.get(slot)
        if found is None:
            made = self._slots[slot]
            found = known[slot] = np.empty(made.shape, made.dtype.numpy)
            found.view(np.uint8).fill(0xA5 if made.dtype.kind != "b" else 1) if made.shape else None
        return found
