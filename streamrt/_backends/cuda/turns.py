"""Loops as lists of steps that native code hands over turn by turn: the words of cuda_loop.h."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence

from streamrt._backends.cuda.structures import LoopBase, LoopHead, LoopStepHead, words_in
from streamrt._core.program import ProgramLoop, ProgramStep
from streamrt._native.program import WORD
from streamrt._native.records import PlanHeader

__all__ = ["packed_turns"]


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
