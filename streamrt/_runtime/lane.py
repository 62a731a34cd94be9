"""A lane: one queue as the runtime sees it, with its timeline, its cells and its executions.

Streams submit to a lane; so does the host half of a stream. Submission happens here, in the
caller's thread, under the runtime's lock:

    pack     the queue converts the arguments, or refuses
    track    the core takes note, and returns the waits and the checks
    issue    waits, checks and launch become visible to the queue in one step

A command that cannot be packed leaves no trace. A lane is also the timeline that its queue raises.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any, cast

from streamrt._core.tracking.hazards import Edge, Edges, Reads, Steps, Writes, refuse_barred
from streamrt._native.core import RUNNING
from streamrt._native.lane_queue import LaneQueue
from streamrt._native.queue import CELL_BYTES, CellBlock, CellStatus, NativeQueue
from streamrt._runtime.execution import Execution, submitted
from streamrt._runtime.in_python import InFlight
from streamrt._runtime.tracking import IN_PYTHON, Timeline, await_points, track
from streamrt.errors import ClosedError, QueueFullError, StreamRTError

if TYPE_CHECKING:
    from streamrt._runtime.engine import Engine
    from streamrt._runtime.subject import Subject

MOST_MARKS = 64
SHORTEST_LOOK = 2_000  # ns
LONGEST_LOOK = 16_000


class Lane(Timeline):
    """The way to one queue, and the list of its submissions in flight."""

    __slots__ = (
        "_block",
        "_cells_end",
        "_issue",
        "_lock",
        "_manual",
        "_next_cell",
        "_pack",
        "companion",
        "engine",
        "is_native",
        "look",
        "marks",
        "patience",
        "queue",
    )

    def __init__(self, engine: Engine, queue: LaneQueue) -> None:
        super().__init__(queue.name, queue.handle)
        self.engine: Engine = engine
        self.queue: LaneQueue = queue
        self.companion: Lane | None = None  # for host calls, made for the first one
        self.marks: dict[int, Edges] = {}  # explicit waits, by the value of the signal behind them
        self.patience: int = SHORTEST_LOOK
        self.look: Callable[[int], int] = engine.core.look
        self._pack, self._issue = queue.pack_builtin, queue.issue_builtin
        self._lock = engine.lock
        self._manual = engine.options.manual
        self.is_native = not IN_PYTHON and isinstance(queue, NativeQueue)
        if IN_PYTHON:
            self._track: Any = InFlight(self)
        else:
            self._track.lock, self._track.manual = self._lock, self._manual
        self._block: CellBlock | None = None
        self._next_cell = self._cells_end = 0

    @property
    def pending(self) -> int:
        """The number of signals that are promised and have not come."""
        return self.value - self.queue.completed

    @property
    def in_flight(self) -> int:
        """The number of executions that were not noted as ended."""
        count: int = self._track.in_flight
        return count

    @property
    def inflight(self) -> list[Execution]:
        """The executions that were not noted as ended, in order."""
        found: list[Execution] = self._track.inflight()
        return found

    def push(self, execution: Execution) -> None:
        """Adds an execution to those in flight. Under the lock."""
        self._track.push(execution)

    # -- submitting -----------------------------------------------------------------------------

    def launch(
        self,
        plan: int,
        reads: Reads,
        writes: Writes,
        values: tuple[object, ...],
        subject: Subject,
        frame: FrameType,
        outcome: object = None,
    ) -> Execution[Any]:
        """Submits one launch of a loaded plan.

        Args:
            plan: the backend's handle of the plan.
            reads: regions that it only reads.
            writes: regions that it writes, each with whether it reads that, too.
            values: one for each parameter: an address or a scalar.
            subject: the kernel.
            frame: the user's frame, for the submit site.
            outcome: the result of awaiting the execution.

        Raises:
            TypeError, OverflowError: a scalar does not convert; nothing was submitted.
            StateError: the queue is full or closed, or a buffer deleted or frozen.
            DeviceLostError: its device is lost.
        """
        if self.is_native:
            call = (plan, values, reads, writes, subject, frame.f_code, frame.f_lasti, outcome)
            execution: Execution[Any] | None = self._track.launch(*call, False)
            while execution is None:
                self._refuse(reads, writes, subject)
                execution = self._track.launch(*call, False)
            if self.engine.has_virtual_time:
                try:
                    self.demand(execution.edges)
                except BaseException:  # Ctrl-C: the launch is on its way, and waits for them
                    self.demand(execution.edges)
                    raise
            return execution
        return self._launch_in_steps(plan, reads, writes, values, subject, frame, outcome)

    def _refuse(self, reads: Reads, writes: Writes, subject: Subject) -> None:
        """Raises why a launch was refused, unless the queue had never been started."""
        refuse_barred(reads, writes)
        with self._lock:
            if not self.queue.can_issue():
                raise self.refusal(f"launch {subject.name} on {self.name}")

    def _launch_in_steps(
        self,
        plan: int,
        reads: Reads,
        writes: Writes,
        values: tuple[object, ...],
        subject: Subject,
        frame: FrameType,
        outcome: object,
    ) -> Execution[Any]:
        """Submits a launch step by step: to queues that are not native, and in Python."""
        with self._lock:
            value = self._pack(self.handle, plan, values) or self._retry(plan, values, subject)
            cell = self._next_cell
            is_new_block = cell == self._cells_end
            if is_new_block:
                self.reap()
                cell = self._new_block()
            execution = submitted(self, value, cell, self._block, subject, frame, outcome)
            try:
                edges, checks = track(execution, reads, writes, self._manual)
                execution.edges = edges
                waits = flat(edges) if edges else ()
                if checks:
                    execution.checks = checks
                    self._issue(self.handle, cell, waits, cells_of(checks))
                else:
                    self._issue(self.handle, cell, waits, ())
                if edges and self.engine.has_virtual_time:
                    self.demand(edges)
                self._next_cell = cell + CELL_BYTES
                self.push(execution)
                if self._lock.adopt is not None:
                    self.engine.adopt(execution)
            except BaseException:
                self.mend(execution)
                raise
        if is_new_block:
            self.engine.after_lock()
        return execution

    def mend(self, execution: Execution) -> None:
        """Finishes a submission that was broken off: by a refusal, or by Ctrl-C anywhere in it.

        A refused submission was not noted. One that the tracker noted must come true: its values
        are signalled, and its cell is final. Its own waits may be lost, and others rely on them by
        waiting for it, so it waits for everything.
        """
        if self.value == execution.value:
            self._mend_tracked(execution)
        self._next_cell = self._cells_end = 0  # the cell is not used again
        self._block = None

    def _mend_tracked(self, execution: Execution) -> None:
        queue, value = self.queue, execution.value
        while 0 < queue.can_issue() < value:  # its earlier steps
            queue.mark(())
        if queue.can_issue() == value:
            status = CellStatus.from_address(execution.cell)
            status.root = queue.timeline.index << 40 | value
            self.engine.core.cancel(execution.cell, self.handle)
            others = [o for o in self.engine.lanes if o is not self and o.value > o.seen]
            edges = tuple([Edge(other, other.value, "event", "") for other in others])
            queue.mark(flat(edges))
            self.demand(edges)
            return
        if execution not in self.inflight:
            self.push(execution)
        if self.engine.has_virtual_time:
            self.demand(execution.edges)
        self.engine.adopt(execution)

    def _retry(self, plan: int, values: tuple[object, ...], subject: Subject) -> int:
        """Packs again after a refusal: the queue was never started, or it is full or closed."""
        value = self.queue.pack(plan, values)
        if not value:
            raise self.refusal(f"launch {subject.name} on {self.name}")
        return value

    def next_cell(self) -> tuple[int, CellBlock | None]:
        """Returns a pending status cell and the block that keeps it. Under the lock."""
        cell = self._next_cell
        if cell == self._cells_end:
            cell = self._new_block()
        self._next_cell = cell + CELL_BYTES
        return cell, self._block

    def _new_block(self) -> int:
        block = CellBlock()
        first, end = block.address, block.address + block.COUNT * CELL_BYTES
        # One statement: Ctrl-C between two of these would leave a cell outside of every block.
        self._block, self._next_cell, self._cells_end = block, first, end
        return first

    def wait_for(self, points: Sequence[tuple[Timeline, int]], asked: bool = False) -> None:
        """Orders later submissions after these points, by a signal of its own. Under the lock."""
        edges = await_points(self, points, asked)
        if edges:
            value = self.queue.can_issue()
            if not value:
                raise self.refusal(f"wait on {self.name}")
            self.queue.mark(flat(edges))  # first, so that no interrupt leaves a promise unkept
            self.value = value
            self.join([edge[:2] for edge in edges], value)
            if self.engine.has_virtual_time:
                self.demand(edges)
            self.marks[value] = edges
            if len(self.marks) > MOST_MARKS:
                del self.marks[next(iter(self.marks))]

    def demand(self, edges: Edges) -> None:
        """Lets devices with virtual time go on to points that a native queue will wait for."""
        if self.queue.advance is None:
            for edge in edges:
                source = cast("Lane", edge.timeline).queue
                if source.advance is not None:
                    self.engine.waiters.demand(source, edge.value)

    def waits_before(self, value: int) -> Edges:
        """Returns the explicit waits directly before a command, as far as they are remembered."""
        edges: Edges = ()
        while (value := value - 1) in self.marks:
            edges = (*self.marks[value], *edges)
        return edges

    def refusal(self, what: str) -> StreamRTError:
        """Returns the error that says why the queue took no submission."""
        lost = self.queue.refusal(what)
        if lost is not None:
            return lost
        if self.engine.state == "open" and not self.queue.is_closed:
            return QueueFullError(
                f"{what}: {self.pending} executions are pending, the limit is {self.queue.limit}; "
                "`await stream.drain()` between submissions"
            )
        if self.engine.state == "open":
            return ClosedError(f"{what}: the stream is closed; make another one")
        return self.engine.refusal(what)

    # -- looking back ---------------------------------------------------------------------------

    def reap(self) -> None:
        """Takes note of completed work. Under the lock."""
        track = self._track
        while (execution := track.reap()) is not None:
            execution._note_failure()
            track.pop_failed()
        if not track.in_flight:
            self.queue.cancelled = False

    def tidy(self) -> None:
        """Takes note of completed work, and reports failures that nobody retrieved."""
        if self.in_flight:
            with self.engine.lock:
                self.reap()
        engine = self.engine
        if engine.failures.dropped.things or engine.reclaimer.unloads:
            engine.after_lock()

    def learn(self, cell: int, suspended: int) -> None:
        """Adapts how long an await looks before it suspends, after one that did suspend.

        Suspending costs more than looking for the same time. So the look becomes twice as long if
        a longer one would have seen the end, else half as long. It also becomes shorter if the work
        had not started, because its thread may have needed the CPU core that looked.

        Args:
            cell: the status cell of the execution.
            suspended: the time at which its awaiter was suspended, in ns.
        """
        status = CellStatus.from_address(cell)
        if 0 < status.started < suspended and status.finished - suspended < LONGEST_LOOK:
            self.patience = min(2 * self.patience, LONGEST_LOOK)
        else:
            self.patience = max(self.patience // 2, SHORTEST_LOOK)

    # -- waiting --------------------------------------------------------------------------------

    def is_reached(self, value: int) -> bool:
        """Whether a point is reached; asking lets virtual time pass."""
        if self.queue.completed >= value:
            return True
        advance = self.queue.advance
        return advance is not None and advance() and self.queue.completed >= value

    def block(self, value: int, cell: int, timeout: float | None) -> bool:
        """Blocks the thread until a point is reached or a cell is final; False on a timeout.

        Signals are handled meanwhile, so Ctrl-C raises KeyboardInterrupt.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        advance = self.queue.advance
        is_demanded = False
        queue = self.queue  # the queue of a closed runtime still knows the point it reached
        while queue.completed < value and not (cell and self.look(cell) > RUNNING):
            self.engine.check_alive()
            left = -1
            if deadline is not None:
                left = int((deadline - time.monotonic()) * 1e9)
                if left <= 0:
                    return False
            if advance is not None:
                if advance():
                    continue
                if not is_demanded:  # another queue is held: its release then goes on to this point
                    is_demanded = True
                    self.engine.waiters.demand(self.queue, value)
                    continue
            self.engine.core.srt_sync(self.handle, value, cell, left)
        return True

    def forked(self) -> None:
        """Refuses submissions in the child of a fork."""
        self._lock = self.engine.lock
        if not IN_PYTHON:
            self._track.lock = self._lock
        self.queue.refuse()

    def end(self) -> None:
        """Gives the memory of a closed queue back; from now on it refuses. Under the lock."""
        self.queue.free()
        self.handle: int = self.queue.handle


def flat(edges: Edges) -> tuple[int, ...]:
    """Returns waits as a queue takes them: handle, value, handle, value, ..."""
    if len(edges) == 1:
        edge = edges[0]
        return (edge.timeline.handle, edge.value)
    return tuple([n for edge in edges for n in (edge.timeline.handle, edge.value)])


def cells_of(checks: Steps) -> tuple[int, ...]:
    """Returns checks as a queue takes them: the producers' cells."""
    if len(checks) == 1:  # a comprehension costs a function call
        return (checks[0].cell,)
    return tuple([step.cell for step in checks])
