"""Devices that break rule 14 where it is about loops and branches."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

from shared.replaying_backend import ReplayingDevice
from shared.threaded_backend import Stops

from streamrt.backend import MOST_TURNS, HostLoop, ProgramLoop, ProgramStep

is_over = threading.Event()


class LoopsDevice(ReplayingDevice):
    """Changes each loop, or runs it in another way."""

    kind: type[HostLoop] = HostLoop

    def load_loop(self, loop: ProgramLoop) -> int:
        return self._add(self.kind(self.changed(loop), self.run))

    def changed(self, loop: ProgramLoop) -> ProgramLoop:
        return loop


class MovesOne(LoopsDevice):
    """Only the last base moves of those that should."""

    def changed(self, loop: ProgramLoop) -> ProgramLoop:
        return replace(loop, strides=loop.strides[-1:])


class MovesForwardOnly(LoopsDevice):
    """A base that should move back moves forward."""

    def changed(self, loop: ProgramLoop) -> ProgramLoop:
        return replace(loop, strides=tuple((base, abs(by)) for base, by in loop.strides))


class HasOneSide(LoopsDevice):
    """A branch has no other side."""

    def changed(self, loop: ProgramLoop) -> ProgramLoop:
        return replace(loop, other=())


class LooksAtTheFlagBefore(LoopsDevice):
    """A flag is looked at before the first turn alone; then there are three."""

    class Loop(HostLoop):
        def run(self, bases: Sequence[int], stops: Stops = None) -> int:
            if self.loop.turns == MOST_TURNS and self._goes_on(bases):
                loop = replace(self.loop, turns=3, flag=None)
                return HostLoop(loop, self._run).run(bases, stops)
            return super().run(bases, stops)

    kind = Loop


class RunsOnce(LoopsDevice):
    """A loop without a flag has a turn, if it should have none."""

    def changed(self, loop: ProgramLoop) -> ProgramLoop:
        return replace(loop, turns=max(1, loop.turns))


class GoesOn(LoopsDevice):
    """A step that fails does not end the loop; the last error counts."""

    class Loop(HostLoop):
        def _turn(self, steps: Sequence[ProgramStep], at: Sequence[int], stops: Stops) -> int:
            self.failed = super()._turn(steps, at, stops) or getattr(self, "failed", 0)
            return 0

        def run(self, bases: Sequence[int], stops: Stops = None) -> int:
            self.failed = 0
            return super().run(bases, stops) or self.failed

    kind = Loop


class IsDeaf(LoopsDevice):
    """A loop within another one is not told that it is to end, until the test is over."""

    class Loop(HostLoop):
        def __init__(
            self, loop: ProgramLoop, run: Callable[[int, Sequence[int], Stops], int]
        ) -> None:
            super().__init__(loop, lambda plan, slots, _: run(plan, slots, is_over.is_set))

    kind = Loop


class IsDeafToTime(IsDeaf):
    """The same: whether it was asked to end, or its deadline has passed, makes no difference."""


class EndsAsDone(LoopsDevice):
    """A loop that was asked to end says that all is well."""

    class Loop(HostLoop):
        def run(self, bases: Sequence[int], stops: Stops = None) -> int:
            error = super().run(bases, stops)
            return 0 if stops is not None and stops() else error

    kind = Loop


BROKEN_LOOPS: dict[type[ReplayingDevice], tuple[str, str]] = {
    MovesOne: ("14i", "random loop"),
    MovesForwardOnly: ("14i", "random loop"),
    HasOneSide: ("14i", "random loop"),
    LooksAtTheFlagBefore: ("14i", "random loop"),
    RunsOnce: ("14i", "random loop"),
    GoesOn: ("14k", "the rows, turn"),
    IsDeaf: ("14l", "is at"),
    IsDeafToTime: ("14o", "is at"),
    EndsAsDone: ("14l", "ended as done"),
}
"""Each with the case that has to find it, and words of what that says."""
