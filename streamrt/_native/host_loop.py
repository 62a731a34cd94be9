"""Loops in the host's memory, turn by turn in Python: for backends that run plans one by one."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import TypeAlias

from streamrt._core.handles import Unique
from streamrt._core.program import STOPPED, ProgramLoop, ProgramStep
from streamrt._core.values import shown
from streamrt._native.loops import check_loop
from streamrt.errors import ArgumentTypeError

__all__ = ["HostLoop", "Stops"]

Stops: TypeAlias = Callable[[], bool] | None
"""A function that tells between two turns whether the launch is to end; None if it never is."""

_WORD = 2**64


class HostLoop(Unique):
    """A loop or a branch whose memory the host sees: what `LoopDevice.load_loop` needs.

    Attributes:
        loop: the loop.
    """

    _instead = "load the loop again where it is used"

    def __init__(self, loop: ProgramLoop, run: Callable[[int, Sequence[int], Stops], int]) -> None:
        """Takes a loop.

        Args:
            loop: the loop.
            run: runs the plan of a step with argument slots, in which addresses are the host's;
                returns its error code. It runs the loops among them, too: with its last argument,
                which is `stops`.

        Raises:
            ArgumentTypeError: the loop is none.
            ArgumentError: a number of the loop is out of range, or a step waits.
        """
        if not isinstance(loop, ProgramLoop):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ArgumentTypeError(f"make a HostLoop: found {shown(loop)}; pass a ProgramLoop")
        check_loop(loop)
        self.loop: ProgramLoop = loop
        self._run = run

    def run(self, bases: Sequence[int], stops: Stops = None) -> int:
        """Runs the loop; returns the error code of the step that failed, 0, or STOPPED.

        Args:
            bases: the host's address of each base.
            stops: asked between two turns whether the loop is to end.
        """
        loop, at, turn = self.loop, list(bases), 0
        if loop.other and not self._goes_on(at):
            return self._turn(loop.other, at, stops)
        while turn != loop.turns and self._goes_on(at):
            error = self._turn(loop.body, at, stops)
            if error:
                return error
            turn += 1
            for base, stride in loop.strides:
                at[base] = (at[base] + stride) % _WORD
            if stops is not None and stops():
                return STOPPED
        return 0

    def _goes_on(self, at: Sequence[int]) -> bool:
        if self.loop.flag is None:
            return True
        base, offset = self.loop.flag
        return bool(ctypes.c_uint8.from_address(at[base] + offset).value)

    def _turn(self, steps: Sequence[ProgramStep], at: Sequence[int], stops: Stops) -> int:
        for step in steps:
            slots = list(step.slots)
            for slot, base in step.bases:
                slots[slot] = (slots[slot] + at[base]) % _WORD
            error = self._run(step.plan, slots, stops)
            if error:
                return error
        return 0
