"""A queue driven as the runtime drives it, command by command, without the runtime.

Native queues account for themselves. With all others the runtime promises each signal to the
timeline before it submits, and holds work whose waits the device cannot do. `Line` does the
same, so that cases need not tell the two apart.
"""

from __future__ import annotations

import itertools
import time
from collections import deque
from collections.abc import Callable, Sequence

from streamrt._native.core import core
from streamrt._native.queue import CELL_BYTES, CellBlock, CellStatus, NativeQueue
from streamrt._native.timeline import Timeline
from streamrt.backend import (
    BackendDevice,
    Check,
    Command,
    Launch,
    Queue,
    Signal,
    VirtualQueue,
    Wait,
)
from streamrt.testing.conformance._case import Violation

_indices = itertools.count(1 << 20)  # apart from those of runtimes, for people who read them
Open = Callable[[str, Timeline], Queue]


class Submitted:
    """One execution that was submitted."""

    def __init__(self, line: Line, cell: int, value: int) -> None:
        self.line = line
        self.cell = cell
        self.value = value

    @property
    def state(self) -> int:
        return core().look(self.cell)

    @property
    def status(self) -> CellStatus:
        return CellStatus.from_address(self.cell)

    @property
    def root(self) -> int:
        """The root that its readers have if it fails."""
        return self.line.timeline.index << 40 | self.value

    def cancel(self) -> bool:
        return bool(core().cancel(self.cell, self.line.timeline.handle))

    def stop(self) -> bool:
        """Asks its loops to end between two turns, as the runtime does; False if it has ended."""
        queue = self.line.queue
        if isinstance(queue, NativeQueue):
            return queue.stop(self.value, self.cell)
        return self.line.timeline.ask_to_stop(self.cell)

    def __str__(self) -> str:
        return f"{self.line.name}@{self.value}"


class Line:
    """A queue, the timeline it raises, and the work held for it."""

    def __init__(self, device: BackendDevice, name: str, open_queue: Open) -> None:
        self.name = name
        self.timeline = Timeline(next(_indices))
        self._device = device
        self._open_queue = open_queue
        self.queue: Queue = open_queue(name, self.timeline)
        self.is_native = isinstance(self.queue, NativeQueue)
        self.promised = 0
        self.stops = 0  # a native queue ends with a signal of its own
        self._held: deque[tuple[list[Wait], list[Command]]] = deque()
        self._cells: list[CellBlock] = []
        self._used = CellBlock.COUNT

    @property
    def completed(self) -> int:
        return self.timeline.completed

    def new_cell(self) -> int:
        """A pending status cell."""
        if self._used == CellBlock.COUNT:
            self._cells.append(CellBlock())
            self._used = 0
        self._used += 1
        return self._cells[-1].address + (self._used - 1) * CELL_BYTES

    def now(self) -> int:
        return self.queue.now() if isinstance(self.queue, VirtualQueue) else time.monotonic_ns()

    def launch(
        self,
        plan: int,
        *arguments: int,
        waits: Sequence[tuple[Timeline, int]] = (),
        checks: Sequence[Submitted] = (),
        cancel: bool = False,
        peer: str = "",
        deadline: int = 0,
    ) -> Submitted:
        """Submits a launch behind waits and checks; with `cancel` it is cancelled before that.

        A deadline is a time of the line's clock, in ns; 0 is none.
        """
        run = Submitted(self, self.new_cell(), self.promised + 1)
        run.status.submitted = self.now()
        run.status.deadline = deadline
        if cancel:
            run.cancel()
        if peer and isinstance(self.queue, NativeQueue):
            self.queue.meet(peer)
        behind: list[Command] = [*(Check(check.cell) for check in checks)]
        self._push(waits, [*behind, Launch(run.cell, plan, arguments, peer)], run.cell)
        return run

    def signal(self, waits: Sequence[tuple[Timeline, int]] = ()) -> int:
        """Submits a bare signal behind waits; returns the value that it raises the timeline to."""
        self._push(waits, [Signal()], 0)
        return self.promised

    def _push(
        self, waits: Sequence[tuple[Timeline, int]], commands: list[Command], cell: int
    ) -> None:
        mine: list[Command] = []
        others: list[Wait] = []
        for timeline, value in waits:
            wait = Wait(timeline.handle, value)
            (mine if self._device.can_wait_on(timeline.handle) else others).append(wait)
        self.promised += 1
        if not self.is_native:
            self.timeline.expect(cell)
        self._held.append((others, [*mine, *commands]))
        self.release()

    def release(self) -> None:
        """Submits held work, up to the first whose waits are not over."""
        while self._held:
            waits, commands = self._held[0]
            if any(core().completed(wait.queue) < wait.value for wait in waits):
                return
            self._held.popleft()
            try:
                self.queue.submit(commands)
            except Exception as error:
                raise Violation(f"submit raised {type(error).__name__}: {error}") from error

    def renew(self) -> None:
        """Opens another queue, after a loss from which the device has recovered."""
        self.timeline = self.timeline.renewed()
        self.queue = self._open_queue(self.name, self.timeline)

    def close(self, timeout: float) -> bool:
        """Closes the queue; returns False if it still runs."""
        self.stops += self.is_native
        return self.queue.close(timeout)

    def drop_held(self) -> None:
        self._held.clear()
