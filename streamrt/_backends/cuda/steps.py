"""Programs and loops as trees of the nodes that a CUDA graph gets.

A step of a loop holds bases of that loop, which are the slots of the step that the loop is. Here
each slot holds bases of the whole program, however deep its step lies. So a launch finds all slots
that follow an address in one list.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from streamrt._backends.gpu.steps import in_order
from streamrt._backends.gpu.structures import kernel_of
from streamrt._core.program import Program, ProgramLoop, ProgramStep
from streamrt._native.program import WORD, Order
from streamrt._native.records import PlanHeader

__all__ = ["KernelNode", "LoopNode", "Lowering", "Node", "under"]


@dataclass(slots=True)
class KernelNode:
    """One launch of a kernel.

    Attributes:
        plan: the plan of its kernel.
        slots: its arguments, slot 0 first.
        bases: pairs (slot, base), with slot 0 counted.
        after: the numbers of the nodes of its list that it comes after.
        is_fallible: whether its kernel may return an error.
        node: its node of the program, counted from 1.
    """

    plan: int
    slots: list[int]
    bases: list[tuple[int, int]]
    after: list[int]
    is_fallible: bool
    node: int


@dataclass(slots=True)
class LoopNode:
    """A loop or a branch.

    Attributes:
        turns: the most turns.
        flag: the offset of its flag and the bases that are added to that; None if it has none.
        body: the nodes of one turn, each after the one before it.
        other: those that run if the flag is 0 before the first turn.
        after: the numbers of the nodes of its list that it comes after.
    """

    turns: int
    flag: tuple[int, list[int]] | None
    body: list[Node]
    other: list[Node]
    after: list[int]


Node = KernelNode | LoopNode
Place = tuple[int, list[int]]
"""The value of a base of a loop: an offset, and the bases of the program that are added to it."""


class Lowering:
    """The way from steps to nodes."""

    def __init__(self, loops: Mapping[int, ProgramLoop], twin: Callable[[int], int]) -> None:
        """Takes what is known of plans.

        Args:
            loops: the loops that are loaded, by their plans.
            twin: returns the plan of a kernel that does the same as a plan.
        """
        self._loops = loops
        self._twin = twin

    def program(self, program: Program, order: Order) -> list[Node]:
        """Returns the nodes of a program, each behind those that it comes after."""
        numbers: list[list[int]] = [[] for _ in program.streams]
        places: list[Place] = [(0, [base]) for base in range(program.bases)]
        nodes: list[Node] = []
        for stream, step in in_order(program.streams, order):
            index = len(numbers[stream])
            after = {numbers[of][count - 1] for of, count in order.waits[stream].get(index, ())}
            if index:
                after.add(numbers[stream][-1])
            numbers[stream].append(len(nodes))
            nodes.append(self._node(step, sorted(after), places))
        return nodes

    def loop(self, loop: ProgramLoop) -> Node:
        """Returns the node of a loop that is launched by itself."""
        return self._loop(loop, [], [(0, [base]) for base in range(loop.bases)])

    def _node(self, step: ProgramStep, after: list[int], places: Sequence[Place]) -> Node:
        slots, bases = list(step.slots), list[tuple[int, int]]()
        for slot, base in step.bases:
            offset, of = places[base]
            slots[slot] = (slots[slot] + offset) % WORD
            bases += [(slot, each) for each in of]
        loop = self._loops.get(step.plan)
        if loop is not None:
            inner = [
                (value, [base for slot, base in bases if slot == number])
                for number, value in enumerate(slots)
            ]
            return self._loop(loop, after, inner)
        plan = self._twin(step.plan)
        slots.insert(0, plan + ctypes.sizeof(PlanHeader))
        moved = [(slot + 1, base) for slot, base in bases]
        is_fallible = bool(kernel_of(plan).fallible)
        return KernelNode(plan, slots, moved, after, is_fallible, step.node + 1)

    def _loop(self, loop: ProgramLoop, after: list[int], places: Sequence[Place]) -> LoopNode:
        flag = None
        if loop.flag is not None:
            base, offset = loop.flag
            flag = (places[base][0] + offset) % WORD, places[base][1]
        body, other = (
            [self._node(step, [k - 1] if k else [], places) for k, step in enumerate(steps)]
            for steps in (loop.body, loop.other)
        )
        return LoopNode(loop.turns, flag, body, other, after)


def under(nodes: Sequence[Node]) -> Iterator[Node]:
    """Yields nodes and all below them, in the order of the program."""
    for node in nodes:
        yield node
        if isinstance(node, LoopNode):
            yield from under(node.body)
            yield from under(node.other)
