"""What a simulated machine is made of: queues, their batches, engines, and what drives them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from streamrt._core.commands import Launch, Signal


class Raised(Protocol):
    """What the machine asks of a timeline; see `streamrt.backend`."""

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


class Work(NamedTuple):
    """What a launch amounts to.

    Attributes:
        name: for the trace.
        copies: whether it needs a copy engine, not a compute slot.
        ns: how long it takes.
    """

    name: str
    copies: bool
    ns: int


class Effects(Protocol):
    """What running a command does, outside the machine."""

    def work(self, queue: MachineQueue, launch: Launch) -> Work:
        """What it amounts to; asked once, before it starts."""
        ...

    def run(self, queue: MachineQueue, launch: Launch) -> int:
        """Runs it: its error code, or 0."""
        ...

    def outcome(self, cell: int) -> str:
        """Why it did not run."""
        ...


class Engines:
    """When the engines of one device are free.

    Attributes:
        index: of the device.
        compute: a time for each compute slot.
        copy: a time for each copy engine.
    """

    __slots__ = ("compute", "copy", "index")

    def __init__(self, index: int, compute: int = 1, copy: int = 2) -> None:
        self.index: int = index
        self.compute: list[int] = [0] * compute
        self.copy: list[int] = [0] * copy


class Batch:
    """One submission: what it waits for, what it checks, and the command that signals."""

    __slots__ = ("begun", "blocked", "checks", "finish", "last", "name", "queue", "ready", "work")

    def __init__(self, queue: MachineQueue, last: Launch | Signal, now: int) -> None:
        self.queue: MachineQueue = queue
        self.last: Launch | Signal = last
        self.checks: list[int] = []
        self.blocked: int = 0  # waits that are not reached
        self.ready: int = now  # when the last of them was, or it was submitted
        self.work: Work | None = None
        self.name: str = ""
        self.begun: int = 0
        self.finish: int = 0


class MachineQueue:
    """One queue of the machine.

    Attributes:
        number: in the order of opening.
        engines: of its device.
        name: for the trace.
        timeline: what it raises.
        batches: what is in it; the first may have begun.
        raised: how often it has raised its timeline.
        end: when its last command was over.
        waiters: batches that wait for it, by value.
        lost: whether it runs nothing any more.
    """

    __slots__ = (
        *("batches", "end", "engines", "lost", "name", "number", "raised", "timeline", "waiters"),
    )

    def __init__(self, number: int, engines: Engines, name: str, timeline: Raised) -> None:
        self.number: int = number
        self.engines: Engines = engines
        self.name: str = name
        self.timeline: Raised = timeline
        self.batches: deque[Batch] = deque()
        self.raised: int = 0
        self.end: int = 0
        self.waiters: dict[int, list[Batch]] = {}
        self.lost: bool = False


Choose = Callable[[Sequence[MachineQueue]], int]
