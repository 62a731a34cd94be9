"""The parts of a simulated machine: queues, their batches, engines, and its two interfaces."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from streamrt._core.commands import Launch, Signal


class RaisedTimeline(Protocol):
    """The members of a timeline that the machine uses; see `streamrt.backend`."""

    @property
    def handle(self) -> int: ...
    @property
    def completed(self) -> int: ...
    @property
    def lost(self) -> str | None: ...
    def check(self, cell: int) -> None: ...
    def start(self, cell: int, at: int = 0) -> bool: ...
    def finish(self, cell: int, error: int = 0, at: int = 0) -> None: ...
    def signal(self) -> None: ...
    def stops(self, cell: int, at: int = 0) -> bool: ...


class Work(NamedTuple):
    """The name and the cost of a launch.

    Attributes:
        name: the name in the trace.
        copies: whether it needs a copy engine, not a compute slot.
        ns: the ns that it takes, at least.
        calls: whether it is a host call, whose end others tell.
    """

    name: str
    copies: bool
    ns: int
    calls: bool = False


class Effects(Protocol):
    """The effects of commands outside the machine."""

    def work(self, queue: MachineQueue, launch: Launch) -> Work:
        """Returns the name and the cost of a launch; called once, before it starts."""
        ...

    def run(self, queue: MachineQueue, launch: Launch) -> int:
        """Runs a launch; returns its error code, or 0."""
        ...

    def call(self, queue: MachineQueue) -> None:
        """Has a host call begin soon, whose end `Machine.ended` is told."""
        ...

    def outcome(self, cell: int) -> str:
        """Returns the outcome of an execution that did not run."""
        ...


class Engines:
    """The times at which the engines of one device are free.

    Attributes:
        index: the index of the device.
        number: the number of the device in its machine, which its addresses carry.
        compute: the time of each compute slot.
        copy: the time of each copy engine.
    """

    __slots__ = ("compute", "copy", "index", "number")

    def __init__(
        self, index: int, compute: int = 1, copy: int = 2, number: int | None = None
    ) -> None:
        self.index: int = index
        self.number: int = index if number is None else number
        self.compute: list[int] = [0] * compute
        self.copy: list[int] = [0] * copy


class Batch:
    """One submission: its waits, its checks, and the command that signals."""

    __slots__ = (
        *("begun", "blocked", "checks", "error", "finish"),
        *("last", "name", "queue", "ready", "work"),
    )

    def __init__(self, queue: MachineQueue, last: Launch | Signal, now: int) -> None:
        self.queue: MachineQueue = queue
        self.last: Launch | Signal = last
        self.checks: list[int] = []
        self.blocked: int = 0  # how many waits are not reached
        self.ready: int = now  # when the last wait was reached, or it was submitted
        self.work: Work | None = None
        self.name: str = ""
        self.begun: int = 0
        self.finish: int = 0
        self.error: int | None = None  # of a host call that has ended


class MachineQueue:
    """One queue of the machine.

    Attributes:
        number: its number in the order of opening.
        engines: the engines of its device.
        name: the name in the trace.
        timeline: the timeline that it raises.
        batches: the batches in it, of which the first may have begun.
        raised: how often it has raised its timeline.
        end: the time at which its last command ended.
        waiters: the batches that wait for it, by value.
        lost: whether it runs nothing any more.
        taken: how many batches it was given.
    """

    __slots__ = (
        *("batches", "end", "engines", "lost", "name", "number", "raised", "taken", "timeline"),
        "waiters",
    )

    def __init__(self, number: int, engines: Engines, name: str, timeline: RaisedTimeline) -> None:
        self.number: int = number
        self.engines: Engines = engines
        self.name: str = name
        self.timeline: RaisedTimeline = timeline
        self.batches: deque[Batch] = deque()
        self.raised: int = 0
        self.taken: int = 0
        self.end: int = 0
        self.waiters: dict[int, list[Batch]] = {}
        self.lost: bool = False


Choose = Callable[[Sequence[MachineQueue]], int]
