"""The steps of programs and loops, as lists that native code hands over; see gpu_loop.h."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterator, Sequence

from streamrt._backends.gpu.structures import LoopBase, LoopHead, LoopStepHead, words_in
from streamrt._core.program import ProgramLoop, ProgramStep
from streamrt._native.program import WORD, Order
from streamrt._native.records import PlanHeader
from streamrt.errors import ArgumentError

__all__ = ["check_step", "in_order", "packed_turns"]


def in_order(
    streams: Sequence[Sequence[ProgramStep]], order: Order
) -> Iterator[tuple[int, ProgramStep]]:
    """Yields the steps with their streams, each behind those that it waits for."""
    done = [0] * len(streams)
    left = sum(map(len, streams))
    while left:
        for number, steps in enumerate(streams):
            while done[number] < len(steps):
                waits = order.waits[number].get(done[number], ())
                if any(done[target] < count for target, count in waits):
                    break
                yield number, steps[done[number]]
                done[number] += 1
                left -= 1


def check_step(step: ProgramStep, bases: int, what: str) -> None:
    """Refuses a step that does not fit its plan.

    Args:
        step: the step.
        bases: how many bases its program or loop has.
        what: the action that the error names.

    Raises:
        ArgumentError: it does not.
    """
    slots = PlanHeader.from_address(step.plan).slots
    if slots != len(step.slots):
        raise ArgumentError(
            f"{what}: node {step.node} has {len(step.slots)} argument slots; its plan takes {slots}"
        )
    for slot, base in step.bases:
        if not 0 <= slot < len(step.slots) or not 0 <= base < bases:
            raise ArgumentError(
                f"{what}: node {step.node} has base {base} in slot {slot}; there are {bases} bases "
                f"and {len(step.slots)} slots"
            )
    if not all(isinstance(slot, int) and 0 <= slot < WORD for slot in step.slots):
        raise ArgumentError(f"{what}: a slot is not the 64-bit word of an argument")


def packed_turns(loop: ProgramLoop, graph: int) -> array[int]:
    """Returns the words of a loop that is sound.

    Args:
        loop: the loop.
        graph: the address of the words of its graph; 0 if it has none.
    """
    table = words_in(LoopHead)
    words = array("Q", [0] * (table + words_in(LoopBase) * loop.bases))
    places: list[list[int]] = [[] for _ in range(loop.bases)]
    body = len(words)
    _add(words, loop.body, places)
    other = len(words)
    _add(words, loop.other, places)
    end = len(words)
    base, offset = (-1, 0) if loop.flag is None else loop.flag
    head = (graph, loop.turns, base + 1, offset % WORD, body, other, end, loop.bases)
    words[:table] = array("Q", head)
    strides = [0] * loop.bases
    for number, nbytes in loop.strides:
        strides[number] += nbytes
    for number, slots in enumerate(places):
        first = len(words)
        words.extend(slots)
        start = table + words_in(LoopBase) * number
        row = (0, strides[number] % WORD, first, len(words))
        words[start : start + len(row)] = array("Q", row)
    return words


def _add(words: array[int], steps: Sequence[ProgramStep], places: Sequence[list[int]]) -> None:
    for step in steps:
        first = len(words) + words_in(LoopStepHead) + 1
        for slot, base in step.bases:
            places[base].append(first + slot)
        size = words_in(LoopStepHead) + 1 + len(step.slots)
        kernel: int = PlanHeader.from_address(step.plan).entry
        words.extend((size, step.node, kernel, step.plan + ctypes.sizeof(PlanHeader), *step.slots))
