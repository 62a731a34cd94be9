"""Backends that break the contract, each in one way, beside the sound one they are made from."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.null_backend import PLANS, NullDevice

from streamrt._native.queue import CellStatus
from streamrt.backend import Check, Command, Launch, Signal, Timeline


class SoundQueue:
    """Runs everything in `submit`, as the null device's queue does."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.count = 0

    def submit(self, commands: Sequence[Command]) -> None:
        self.count += 1
        for command in commands:
            if isinstance(command, Check):
                self.check(command.cell)
            elif isinstance(command, Signal):
                self.signal()
            elif isinstance(command, Launch):
                self.launch(command)

    def check(self, cell: int) -> None:
        self.timeline.check(cell)

    def signal(self) -> None:
        self.timeline.signal()

    def launch(self, command: Launch) -> None:
        if self.timeline.start(command.cell):
            self.run(command)
            self.timeline.finish(command.cell)

    def run(self, command: Launch) -> None:
        PLANS[command.plan](command.arguments)

    def close(self, timeout: float) -> bool:
        return True


class OutOfOrder(SoundQueue):
    """Every third batch is overtaken by the next."""

    kept: Sequence[Command] | None = None

    def submit(self, commands: Sequence[Command]) -> None:
        self.count += 1
        if self.count % 3 == 2:
            self.kept = commands
            return
        super().submit(commands)
        if self.kept is not None:
            kept, self.kept = self.kept, None
            super().submit(kept)


class RaisesFromSubmit(SoundQueue):
    """Takes three batches."""

    def submit(self, commands: Sequence[Command]) -> None:
        if self.count == 3:
            raise OSError("no room")
        super().submit(commands)


class NeverSignals(SoundQueue):
    """Runs the work and keeps quiet about it."""

    def launch(self, command: Launch) -> None:
        self.run(command)

    def signal(self) -> None:
        pass


class SignalsTwice(SoundQueue):
    """Says of each execution twice that it is over."""

    def launch(self, command: Launch) -> None:
        super().launch(command)
        self.timeline.finish(command.cell)


class SignalsForNobody(SoundQueue):
    """Raises the timeline once more than it was asked to."""

    def launch(self, command: Launch) -> None:
        super().launch(command)
        self.timeline.signal()


class IgnoresWaits(SoundQueue):
    """Says that it can wait, and does not; see `Device.waits`."""


class IgnoresChecks(SoundQueue):
    """Runs what reads from a failed execution."""

    def check(self, cell: int) -> None:
        pass


class IgnoresCancel(SoundQueue):
    """Runs what it was told not to run."""

    def launch(self, command: Launch) -> None:
        started = self.timeline.start(command.cell)
        self.run(command)
        if started:
            self.timeline.finish(command.cell)


class IgnoresDeadlines(SoundQueue):
    """Has no clock."""

    def launch(self, command: Launch) -> None:
        CellStatus.from_address(command.cell).deadline = 0
        super().launch(command)


class NeverStarts(SoundQueue):
    """Ends executions that it never began."""

    def launch(self, command: Launch) -> None:
        self.run(command)
        self.timeline.finish(command.cell)


class ResultsForAll(SoundQueue):
    """Hands over a result for each launch, also for those that did not run."""

    def launch(self, command: Launch) -> None:
        if self.timeline.start(command.cell):
            self.run(command)
        self.timeline.advance(bytes(24))


class CutsResults(SoundQueue):
    """Hands over a part of a result."""

    def launch(self, command: Launch) -> None:
        if self.timeline.start(command.cell):
            self.run(command)
            self.timeline.advance(bytes(23))


class FinishesTooSoon(SoundQueue):
    """Says that a copy is over, and makes it when the next one comes."""

    late: Launch | None = None

    def run(self, command: Launch) -> None:
        if self.late is not None:
            super().run(self.late)
        self.late = command


class Fails(SoundQueue):
    """Tells the timeline an error where there was none."""

    def launch(self, command: Launch) -> None:
        if self.timeline.start(command.cell):
            self.run(command)
            self.timeline.finish(command.cell, 5)


class SwallowsSignals(SoundQueue):
    """Carries launches out, and no bare signal."""

    def signal(self) -> None:
        pass


class GetsLost(SoundQueue):
    """Gives up after ten batches, for no reason."""

    def submit(self, commands: Sequence[Command]) -> None:
        super().submit(commands)
        if self.count == 10:
            self.timeline.lose("tired")


class NeverEnds(SoundQueue):
    """Cannot be closed."""

    def close(self, timeout: float) -> bool:
        return False


class IsNeverIdle(SoundQueue):
    """Pretends to have virtual time: it runs at once, and always advances."""

    time = 100

    def advance(self) -> bool:
        return True

    def now(self) -> int:
        self.time -= 1
        return self.time


class Device(NullDevice):
    """A null device with queues of some class."""

    queue: type[SoundQueue] = SoundQueue
    waits = False

    def can_wait_on(self, timeline: int) -> bool:
        return self.waits

    def open_queue(self, name: str, timeline: Timeline) -> SoundQueue:  # type: ignore[override]
        return self.queue(timeline)


class Unaligned(Device):
    """Hands out addresses as they come."""

    def alloc(self, nbytes: int) -> int:
        return address + 8 if (address := super().alloc(nbytes + 8)) else 0

    def free(self, address: int) -> None:
        super().free(address - 8)


class HandsOutTwice(Device):
    """Hands out what is in use."""

    last = 0

    def alloc(self, nbytes: int) -> int:
        if nbytes > 64 or not self.last:
            self.last = super().alloc(nbytes)
        return self.last

    def free(self, address: int) -> None:
        pass


class HasNoEnd(Device):
    """Raises where there is no memory."""

    def alloc(self, nbytes: int) -> int:
        address = super().alloc(nbytes)
        if not address:
            raise MemoryError
        return address


class CopiesDensely(Device):
    """Knows nothing of strides."""

    def load_standard(self, name: str, words: tuple[int, ...], extent: int, grain: int) -> int:
        rank, item, *rest = words
        steps = [item]
        for length in reversed(rest[1:rank]):
            steps.insert(0, steps[0] * length)
        dense = (rank, item, *rest[:rank], *steps * (len(rest) // rank - 1))
        return super().load_standard(name, dense, extent, grain)


class KnowsEverything(Device):
    """Has every operation, and does nothing for those that it has not."""

    def load_standard(self, name: str, words: tuple[int, ...], extent: int, grain: int) -> int:
        return super().load_standard(name if name in ("copy", "fill") else "fill", words, extent, 1)


class Broken:
    """A backend with queues, or devices, of some class."""

    kind = "broken"

    def __init__(self, what: type[SoundQueue] | type[Device]) -> None:
        self.what = what

    def count(self) -> int:
        return 0

    def open(self, index: int) -> Device:
        if issubclass(self.what, Device):
            return self.what()
        device = Device()
        device.queue = self.what
        device.waits = self.what is IgnoresWaits
        return device


BROKEN: dict[type[SoundQueue] | type[Device], tuple[str, str]] = {
    OutOfOrder: ("1a", "another execution is next"),
    RaisesFromSubmit: ("1a", "submit raised OSError: no room"),
    NeverSignals: ("2a", "every batch signals"),
    SignalsTwice: ("2a", "each execution completes once"),
    SignalsForNobody: ("2a", "nothing is pending"),
    IgnoresWaits: ("3a", "went on before"),
    IgnoresChecks: ("4a", "should be skipped"),
    IgnoresCancel: ("5a", "memory that a cancelled launch writes"),
    IgnoresDeadlines: ("5e", "ended as done; it should be expired"),
    NeverStarts: ("5c", "never started"),
    FinishesTooSoon: ("6a", "as soon as the copy to it was over"),
    ResultsForAll: ("6e", "an execution finished at"),
    CutsResults: ("6e", "submit raised ArgumentError: advance a timeline"),
    Fails: ("6c", "ended as failed"),
    SwallowsSignals: ("7b", "every batch signals"),
    GetsLost: ("8b", "tired"),
    NeverEnds: ("9a", "returned False"),
    Unaligned: ("10a", "not aligned"),
    HandsOutTwice: ("10a", "two blocks overlap"),
    HasNoEnd: ("10d", "MemoryError"),
    CopiesDensely: ("12c", "a copy of"),
    KnowsEverything: ("load c", "did not raise"),
    IsNeverIdle: ("13c", "advanced"),
}
"""Each with the case that has to find it, and words of what that says."""
