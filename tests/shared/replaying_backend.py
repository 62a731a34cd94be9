"""The backend in Python once more, with devices that run whole programs.

A device takes the steps of a program one at a time, from any stream that may go on; at each launch
it draws again which one.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from shared.threaded_backend import Stops, ThreadedBackend, ThreadedDevice

from streamrt.backend import Program, ProgramStep

PROGRAMS = 1 << 32  # handles of programs begin there


class ReplayingDevice(ThreadedDevice):
    def __init__(self) -> None:
        super().__init__()
        self.programs: dict[int, Program] = {}
        self._draw = random.Random(0)

    def instantiate(self, program: Program) -> int:
        handle = PROGRAMS + next(self._numbers)
        self.programs[handle] = program
        return handle

    def unload(self, plan: int) -> None:
        if self.programs.pop(plan, None) is None:
            super().unload(plan)

    def run(self, plan: int, arguments: Sequence[int], stops: Stops = None) -> int:
        program = self.programs.get(plan)
        if program is None:
            return super().run(plan, arguments, stops)
        if len(arguments) != program.bases:
            raise AssertionError(f"{len(arguments)} addresses for {program.bases} bases")
        return self.replay(program, arguments, stops)

    def replay(self, program: Program, bases: Sequence[int], stops: Stops = None) -> int:
        """Runs a program; the first error that is not 0, or 0."""
        done = [0] * len(program.streams)
        while True:
            ready = [i for i, steps in enumerate(program.streams) if self.may_run(steps, i, done)]
            if not ready:
                return 0
            stream = self._draw.choice(ready)
            error = self.step(program.streams[stream][done[stream]], bases, stops)
            if error:
                return error
            done[stream] += 1

    def may_run(self, steps: Sequence[ProgramStep], stream: int, done: list[int]) -> bool:
        if done[stream] == len(steps):
            return False
        return all(done[other] >= count for other, count in steps[done[stream]].waits)

    def step(self, step: ProgramStep, bases: Sequence[int], stops: Stops = None) -> int:
        slots = list(step.slots)
        for slot, base in step.bases:
            slots[slot] = (slots[slot] + bases[base]) % (1 << 64)
        return super().run(step.plan, tuple(slots), stops)


class ReplayingBackend(ThreadedBackend):
    """The kind `replaying`, with two devices of some class."""

    kind = "replaying"

    def __init__(self, what: type[ReplayingDevice] = ReplayingDevice) -> None:
        super().__init__()
        self.what = what

    def open(self, index: int) -> ReplayingDevice:
        device = self.devices[index] = self.what()
        return device


# --- devices that break rule 14 -------------------------------------------------------------------


class IgnoresStepWaits(ReplayingDevice):
    """Runs every stream as if it were alone."""

    def may_run(self, steps: Sequence[ProgramStep], stream: int, done: list[int]) -> bool:
        return done[stream] < len(steps)


class StaysBound(ReplayingDevice):
    """Goes on with the addresses that a program was first launched with."""

    def __init__(self) -> None:
        super().__init__()
        self.first: dict[Program, Sequence[int]] = {}

    def replay(self, program: Program, bases: Sequence[int], stops: Stops = None) -> int:
        return super().replay(program, self.first.setdefault(program, bases), stops)


class ForgetsOffsets(ReplayingDevice):
    """Takes an address for what stands in the slot, instead of adding it."""

    def step(self, step: ProgramStep, bases: Sequence[int], stops: Stops = None) -> int:
        slots = list(step.slots)
        for slot, _ in step.bases:
            slots[slot] = 0
        return super().step(
            ProgramStep(step.node, step.plan, tuple(slots), step.bases, step.waits), bases, stops
        )


class HidesFailures(ReplayingDevice):
    """Stops at the first step that fails, and says that all is well."""

    def replay(self, program: Program, bases: Sequence[int], stops: Stops = None) -> int:
        super().replay(program, bases, stops)
        return 0


class KeepsFailing(ReplayingDevice):
    """A program that failed once always fails."""

    def __init__(self) -> None:
        super().__init__()
        self.failed: dict[Program, int] = {}

    def replay(self, program: Program, bases: Sequence[int], stops: Stops = None) -> int:
        error = self.failed.get(program) or super().replay(program, bases, stops)
        self.failed[program] = error
        return error


class UnloadsThePlans(ReplayingDevice):
    """Takes the plans of a program along when that is unloaded."""

    def step(self, step: ProgramStep, bases: Sequence[int], stops: Stops = None) -> int:
        return super().step(step, bases, stops) if step.plan in self._plans else 99

    def unload(self, plan: int) -> None:
        program = self.programs.get(plan)
        if plan in self.programs or plan in self._plans:
            super().unload(plan)
        for steps in program.streams if program is not None else ():
            for step in steps:
                self._plans.pop(step.plan, None)


class EndsInSilence(ReplayingDevice):
    """Starts no step of a program that has become late, and says that all is well."""

    def step(self, step: ProgramStep, bases: Sequence[int], stops: Stops = None) -> int:
        if stops is not None and stops():
            return 0
        return super().step(step, bases, stops)


BROKEN_REPLAYS: dict[type[ReplayingDevice], tuple[str, str]] = {
    IgnoresStepWaits: ("14b", "element 0 is"),
    StaysBound: ("14c", "the second launch"),
    ForgetsOffsets: ("14a", "element 0 is"),
    HidesFailures: ("14d", "ended as done"),
    KeepsFailing: ("14e", "ended as failed"),
    UnloadsThePlans: ("14h", "ended as failed"),
    EndsInSilence: ("14n", "is done after"),
}
"""Each with the case that has to find it, and words of what that says."""
