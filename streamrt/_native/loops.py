"""Loops and branches as the memory that control.h runs.

A loop is a plan whose layout words lead to a structure; its steps are packed as a program with one
stream. The structure mirrors control.h; a test compares every offset with the C.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from streamrt._core.program import MOST_TURNS, Program, ProgramLoop, ProgramStep
from streamrt._native.core import Core
from streamrt.errors import ArgumentError

__all__ = ["ControlHead", "LoadedLoops", "PackedLoop", "check_loop", "pack_loop", "plans_of"]


class ControlHead(ctypes.Structure):
    """The structure `control`, up to the pairs of its strides."""

    _fields_ = (
        ("turn", ctypes.c_uint64),
        ("node", ctypes.c_uint64),
        ("of", ctypes.c_uint64),
        ("body", ctypes.c_uint64),
        ("other", ctypes.c_uint64),
        ("turns", ctypes.c_uint64),
        ("flag", ctypes.c_uint64),
        ("flag_offset", ctypes.c_int64),
        ("strides", ctypes.c_uint64),
    )
    turn: int
    of: int
    body: int
    other: int


Pack = Callable[[Program], "array[int]"]


@dataclass(frozen=True, slots=True)
class PackedLoop:
    """A loop as words, without addresses.

    Attributes:
        head: the words of the structure; those of `of`, `body` and `other` are 0.
        body: the program of a turn.
        other: the program that runs in place of a first turn; empty if there is none.
        bases: how many addresses a launch passes.
    """

    head: array[int]
    body: array[int]
    other: array[int]
    bases: int


def check_loop(loop: ProgramLoop) -> None:
    """Refuses a loop that no device could run.

    Raises:
        ArgumentError: a number is out of range, or a step waits.
    """
    what = "load a loop"
    if not 0 <= loop.turns <= MOST_TURNS:
        raise ArgumentError(f"{what}: it has {loop.turns} turns; it may have 0 to {MOST_TURNS}")
    named = [("its flag", loop.flag[0])] if loop.flag is not None else []
    for what_for, base in [*named, *[("a stride", base) for base, _ in loop.strides]]:
        if not 0 <= base < loop.bases:
            raise ArgumentError(
                f"{what}: {what_for} is of base {base}; there are {loop.bases} bases"
            )
    if loop.other and (loop.flag is None or loop.turns != 1):
        raise ArgumentError(f"{what}: it has other steps, which only a branch of one turn has")
    for step in (*loop.body, *loop.other):
        if step.waits:
            raise ArgumentError(
                f"{what}: node {step.node} waits for {step.waits}; the steps of a loop run in order"
            )


def pack_loop(loop: ProgramLoop, pack: Pack) -> PackedLoop:
    """Returns the words of a loop.

    Args:
        loop: the loop; the plans of its steps are loaded.
        pack: packs a program.

    Raises:
        ArgumentError: the loop is not sound.
    """
    check_loop(loop)
    base, offset = (-1, 0) if loop.flag is None else loop.flag
    head = [0, 0, 0, 0, 0, loop.turns, base + 1, offset % 2**64, len(loop.strides)]
    for number, stride in loop.strides:
        head += (number, stride % 2**64)
    body = pack(Program((loop.body,), loop.bases))
    other = pack(Program((loop.other,), loop.bases)) if loop.other else array("Q")
    return PackedLoop(array("Q", head), body, other, loop.bases)


@dataclass(slots=True)
class _Loaded:
    """A loop in native memory.

    Attributes:
        control: the address of its structure.
        blocks: all its memory.
        inner: the loops among its steps.
    """

    control: int
    blocks: tuple[int, ...]
    inner: tuple[int, ...] = field(default=())


class LoadedLoops:
    """The loops of one device, by the handles of their plans."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._loaded: dict[int, _Loaded] = {}

    def open(self, packed: PackedLoop, plans: Iterable[int]) -> int:
        """Puts a loop into memory; returns the handle of a plan that runs it.

        Args:
            packed: the loop.
            plans: the plans of its steps.

        Raises:
            MemoryError: there is no memory for it.
            ArgumentError: one of its steps is a loop that is part of another program.
        """
        inner = self.among(plans)
        blocks: list[int] = []
        try:
            for words in (packed.head, packed.body, packed.other):
                blocks.append(self._core.copied(words, "load a loop") if words else 0)
            control, body, other = blocks
            head = ControlHead.from_address(control)
            head.body, head.other = body, other
            codes = (ord("P"),) * packed.bases
            plan = self._core.new_plan(self._core.entries["srt_control"], 1, 1, codes, (control,))
        except BaseException:
            self._release(blocks)
            raise
        self._loaded[plan] = _Loaded(control, tuple(blocks), tuple(inner))
        return plan

    def among(self, plans: Iterable[int]) -> list[int]:
        """Returns those of some plans that are loops.

        Raises:
            ArgumentError: one of them is part of another program, or stands there twice.
        """
        found = [plan for plan in plans if plan in self._loaded]
        for plan in found:
            is_taken = any(plan in other.inner for other in self._loaded.values())
            if is_taken or found.count(plan) > 1 or self._head(plan).of:
                raise ArgumentError(
                    "instantiate a program: a loop is a step in two places; load it for each"
                )
        return found

    def join(self, plans: Iterable[int], program: int) -> None:
        """Tells loops, and those in them, of which program they are a part."""
        for plan in plans:
            self._head(plan).of = program
            self.join(self._loaded[plan].inner, program)

    def programs(self, plan: int) -> list[int]:
        """Returns the addresses of the programs of a loop: its body, and the other steps."""
        head = self._head(plan)
        return [address for address in (head.body, head.other) if address]

    def turns(self, plans: Iterable[int]) -> list[tuple[int, int]]:
        """Returns the loops that run now, each with its turn, counted from 1; inner ones follow."""
        found: list[tuple[int, int]] = []
        for plan in plans:
            turn = self._head(plan).turn
            if turn:
                found += [(plan, turn), *self.turns(self._loaded[plan].inner)]
        return found

    def close(self, plan: int) -> None:
        """Frees the loop that a plan runs, if it runs one."""
        loaded = self._loaded.pop(plan, None)
        if loaded is not None:
            self._release(loaded.blocks)

    def _head(self, plan: int) -> ControlHead:
        return ControlHead.from_address(self._loaded[plan].control)

    def _release(self, blocks: Sequence[int]) -> None:
        for block in blocks:
            if block:
                self._core.release(block)


def plans_of(steps: Iterable[ProgramStep]) -> list[int]:
    """Returns the plans of some steps."""
    return [step.plan for step in steps]
