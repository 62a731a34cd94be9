"""Queues of a backend without a runtime: tests submit commands as its dispatcher would."""

from __future__ import annotations

from collections.abc import Sequence

from streamrt._native.core import Core
from streamrt._native.core import core as load_core
from streamrt._native.timeline import Timeline
from streamrt.backend import BackendDevice, Check, Launch, Queue, Signal, VirtualQueue, Wait

POINT = tuple["Stream", int]


class Stream:
    """A queue with its timeline, and cells for what is submitted to it.

    Attributes:
        cells: the cells of its executions, 0 for a bare signal.
    """

    def __init__(self, device: BackendDevice, name: str, index: int) -> None:
        self.core: Core = load_core()
        self.timeline: Timeline = Timeline(index, native=self.core)
        self.queue: Queue = device.open_queue(name, self.timeline)
        self.cells: list[int] = []
        self._blocks: list[int] = []

    def launch(
        self, plan: int, *arguments: int, after: Sequence[POINT] = (), reads: Sequence[POINT] = ()
    ) -> POINT:
        """Submits a launch, as the runtime's dispatcher does; returns the point that it signals.

        Args:
            plan: the device's handle of the kernel.
            arguments: the values of its slots.
            after: the points it waits for.
            reads: the points it waits for and checks.
        """
        cell = self.core.new_cells(1)
        self._blocks.append(cell)
        value = self.timeline.expect(cell)
        self.cells.append(cell)
        self.queue.submit([*_order(after, reads), Launch(cell, plan, arguments)])
        return self, value

    def signal(self, *after: POINT) -> POINT:
        value = self.timeline.expect()
        self.cells.append(0)
        self.queue.submit([*_order(after, ()), Signal()])
        return self, value

    def advance(self) -> bool:
        """Lets one command of its device run; False if none can."""
        assert isinstance(self.queue, VirtualQueue)
        return self.queue.advance()

    def now(self) -> int:
        """The virtual time."""
        assert isinstance(self.queue, VirtualQueue)
        return self.queue.now()

    def state(self, value: int) -> int:
        """The state of the execution that signals a value."""
        return self.core.look(self.cells[value - 1])

    def cancel(self, value: int) -> int:
        return self.core.cancel(self.cells[value - 1], self.timeline.handle)

    def __del__(self) -> None:
        for cell in self._blocks:
            self.core.release(cell)


def _order(after: Sequence[POINT], reads: Sequence[POINT]) -> list[Wait | Check]:
    waits = [Wait(stream.timeline.handle, value) for stream, value in (*after, *reads)]
    return [*waits, *(Check(stream.cells[value - 1]) for stream, value in reads)]
