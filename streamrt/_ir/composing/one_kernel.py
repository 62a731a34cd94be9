"""Loops as one kernel: a body without loops, all of whose turns one kernel can make (looped.py).

Such a loop cannot be stopped between two turns, so it has at most `MOST_TURNS` of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from streamrt._ir.composing.parts import Copy, Repeat, Segment, Slot
from streamrt._ir.looped import looped
from streamrt._ir.lower import Lowered
from streamrt._ir.passes import optimise
from streamrt._ir.program import Builder, Program, Value

__all__ = ["in_kernel"]

MOST_TURNS = 1 << 20
"""The most turns of a loop that is one kernel."""


def in_kernel(
    repeat: Repeat,
    slots: Sequence[Slot],
    strides_of: Callable[[int], tuple[int, ...] | None],
    *,
    contract: bool,
) -> tuple[Lowered, tuple[int, ...]] | None:
    """Returns a loop as one step, and the slots of its arguments; None if it has to be a loop.

    Args:
        repeat: the loop, before it is lowered. The first arguments are the carried arrays.
        slots: the slots of the program.
        strides_of: returns the byte strides of a slot; None if it is dense.
        contract: whether products and sums may be rounded once, as one operation.
    """
    if repeat.rows or not repeat.carried or repeat.turns > MOST_TURNS:
        return None
    parts: list[Segment | Copy] = []
    for part in repeat.body:
        if not isinstance(part, Segment | Copy):
            return None
        parts.append(part)
    turn = _Turn(slots, repeat.carried)
    for part in parts:
        turn.run(part)
    program = optimise(turn.program(repeat.carried), contract=contract)
    inputs = list(turn.inputs)
    index = inputs.index(repeat.index) if repeat.index in inputs else None
    strides = [None if slot == repeat.index else strides_of(slot) for slot in inputs]
    made = looped(program, len(repeat.carried), repeat.turns, index, strides)
    if made is None:
        return None
    if index is not None:
        inputs[index] = inputs[0]  # because no step reads it
    return made, tuple(inputs)


class _Turn:
    """The parts of a turn as one program.

    Attributes:
        inputs: the slots of its parameters.
    """

    def __init__(self, slots: Sequence[Slot], carried: Sequence[int]) -> None:
        self._slots = slots
        self._builder = Builder()
        self._values: dict[int, Value] = {}
        self.inputs: list[int] = []
        for slot in carried:
            self._value(slot)

    def run(self, part: Segment | Copy) -> None:
        """Adds what a part computes."""
        if isinstance(part, Copy):
            self._values[part.target] = self._value(part.source)
            return
        known = {
            value: self._value(slot)
            for value, slot in zip(part.program.parameters, part.inputs, strict=True)
        }
        for value in part.program.values():
            if value not in known:
                operands = [known[operand] for operand in value.operands]
                known[value] = self._builder.again(value, operands)
        results = [known[value] for value in part.program.results]
        self._values |= zip(part.outputs, results, strict=True)

    def program(self, carried: Sequence[int]) -> Program:
        """Returns the program, whose results are the next values of the carried arrays."""
        return self._builder.finish([self._values[slot] for slot in carried])

    def _value(self, slot: int) -> Value:
        if slot not in self._values:
            dtype, shape = self._slots[slot]
            self._values[slot] = self._builder.parameter(dtype.name, shape)
            self.inputs.append(slot)
        return self._values[slot]
