"""A lane: one queue as the runtime sees it, with its timeline, its cells and its executions.

Streams and their host halves submit to a lane, in the caller's thread, by one step of `_track`:

    launch   a kernel on a native queue      call   a host call, and the stream's wait for it
    post     a command for another queue     wait   a signal behind explicit waits

A refused submission leaves no trace, and one that was made cannot be broken off. What is left to do
in Python is in the runtime's outbox: see `hand_over` and `pass_on`. A lane is a timeline, too.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from types import FrameType
from typing import TYPE_CHECKING, Any, cast

from streamrt import _notes
from streamrt._core.tracking.hazards import Edges, Reads, Writes, refuse_barred
from streamrt._native.core import CANCELLED, EXPIRED, FAILED, RUNNING, SKIPPED, STATES
from streamrt._native.lane_queue import LaneQueue
from streamrt._native.queue import CELL_BYTES, CellBlock, CellStatus, NativeQueue
from streamrt._native.tracking import edges_of
from streamrt._runtime.execution import Execution, submitted
from streamrt._runtime.specification.steps import Track
from streamrt._runtime.telling.counts import Counts
from streamrt._runtime.telling.fields import fields
from streamrt._runtime.tracking import IN_PYTHON, Timeline
from streamrt.errors import ClosedError, QueueFullError, StateError, StreamRTError

if TYPE_CHECKING:
    from streamrt._runtime.engine import Engine
    from streamrt._runtime.subject import Subject

logger = logging.getLogger("streamrt")

MOST_MARKS = 64
SHORTEST_LOOK = 2_000  # ns
LONGEST_LOOK = 16_000


class Lane(Timeline):
    """The way to one queue, and the list of its submissions in flight."""

    __slots__ = (
        "_block",
        "_cells_end",
        "_lock",
        "_next_cell",
        "before",
        "companion",
        "counted",
        "ends",
        "engine",
        "is_native",
        "look",
        "patience",
        "queue",
        *(("_track",) if IN_PYTHON else ()),  # else the native timeline has it
    )

    is_host = False  # whether it orders the host calls of a stream

    def __init__(self, engine: Engine, queue: LaneQueue) -> None:
        super().__init__(queue.name, queue.handle)
        self.engine: Engine = engine
        self.queue: LaneQueue = queue
        self.companion: Lane | None = None  # for host calls, made for the first one
        self.ends: list[int] = [0] * len(STATES)  # what did not succeed, by its final state
        self.counted: int = 0  # the value of the last of them
        self.before: list[int] = [0] * 5  # `Counts` of the streams that had the lane before
        self.patience: int = SHORTEST_LOOK
        self.look: Callable[[int], int] = engine.core.look
        self._lock = engine.lock
        self.is_native: bool = not IN_PYTHON and queue.is_native
        if IN_PYTHON:
            self._track: Any = Track(self, submitted)
        else:
            self._track.lock, self._track.manual = self._lock, engine.options.manual
            self._track.is_foreign = not queue.is_native
            self._track.is_virtual = queue.advance is not None
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
        peer: str = "",
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
            peer: the other device of its kind whose memory a copy uses; "" for none.

        Raises:
            TypeError, OverflowError: a scalar does not convert; nothing was submitted.
            StateError: the queue is full or closed, or a buffer deleted or frozen.
            DeviceLostError: its device is lost.
        """
        call = (reads, writes, subject, frame.f_code, frame.f_lasti, outcome)
        if isinstance(self.queue, NativeQueue):
            if peer:
                self.queue.meet(peer)
            submit: Callable[..., Any] = partial(self._track.launch, plan, values)
        else:
            if not self.queue.can_issue():
                raise self.refusal(f"launch {subject.name} on {self.name}")
            payload = cast("Any", self.queue).device.convert(plan, values, peer)
            submit = partial(self._track.post, payload, None)
        execution: Execution[Any] | None = submit(*call)
        while execution is None:
            self.refuse(reads, writes, f"launch {subject.name} on {self.name}")
            execution = submit(*call)
        return execution

    def refuse(self, reads: Reads, writes: Writes, what: str) -> None:
        """Raises why a submission was refused, unless the queue had never been started."""
        refuse_barred(reads, writes)
        if not self.queue.can_issue():
            raise self.refusal(what)

    @property
    def has_cells(self) -> bool:
        """Whether the next submission needs no new block of cells."""
        return self._next_cell != self._cells_end

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
        """Orders later submissions after these points, by a signal of its own."""
        while self._track.wait(tuple(points), asked) is None:
            self.refuse((), (), f"wait on {self.name}")
        self.forget_marks()

    def mark(self) -> tuple[Lane, int]:
        """Returns the point after everything submitted so far, for an event."""
        return self, self.value

    def forget_marks(self) -> None:
        """Forgets the oldest explicit waits, if there are many. A loss needs those that pend."""
        marks: dict[int, Edges] = self._track.marks
        if len(marks) > MOST_MARKS and len(marks) % MOST_MARKS == 0:
            for value in list(islice(marks, min(2 * MOST_MARKS, len(marks) - MOST_MARKS))):
                if value <= self.queue.completed:
                    marks.pop(value, None)  # another thread may do the same

    # -- the rest of a submission -----------------------------------------------------------------

    def hand_over(self) -> None:
        """Does what submissions have left to do in Python; native code calls it behind them."""
        self.engine.hand_over()

    def pass_on(self, value: int, edges: Edges, execution: Execution | None, payload: Any) -> None:
        """Does what one submission has left to do. Under the lock.

        After an interrupt it is called again for the same one.

        Args:
            value: the value that the submission signals.
            edges: the waits before it.
            execution: the execution; None for a signal behind explicit waits.
            payload: a converted launch for a backend's queue; of a submission of several steps, an
                object that passes these on; None if a native queue has it all.
        """
        if isinstance(self.queue, NativeQueue):
            self._demand(edges_of(edges))
        elif isinstance(payload, Steps):
            payload.pass_on(cast("Execution", execution))
        else:
            cast("Any", self.queue).take(value, edges_of(edges), execution, payload)

    def _demand(self, edges: Edges) -> None:
        """Lets devices with virtual time go on to points that a native queue will wait for."""
        for edge in edges:
            source = cast("Lane", edge.timeline).queue
            if source.advance is not None:
                try:
                    self.engine.waiters.demand(source, edge.value)
                except StateError:  # closed: the end of its queue lets it go on
                    pass

    def waits_before(self, value: int) -> Edges:
        """Returns the explicit waits directly before a command, as far as they are remembered."""
        edges: Edges = ()
        marks: dict[int, Edges] = self._track.marks
        while (mark := marks.get(value := value - 1)) is not None:
            edges = (*edges_of(mark), *edges)
        return edges

    def refusal(self, what: str) -> StreamRTError:
        """Returns the error that says why the queue took no submission."""
        has_room = not self.queue.is_closed and self.pending < self.queue.limit
        if self.queue.loss and (lost := self.queue.loss.refusal(what, has_room)):
            return lost
        if self.engine.state == "open" and not self.queue.is_closed:
            self._tell_full()
            return QueueFullError(
                f"{what}: {self.pending} executions are pending, the limit is {self.queue.limit}; "
                "`await stream.drain()` between submissions"
            )
        if self.engine.state == "open":
            return ClosedError(f"{what}: the stream is closed; make another one")
        return self.engine.refusal(what)

    def _tell_full(self) -> None:
        """Logs that a stream of the runtime is full, at most once a minute."""
        # An exploration judges what is logged, and its time is no wall time.
        if self.engine.world is None and (times := self.engine.seldom.note("full")):
            text = "%s is full: %d executions are pending; refused since the last such line: %d"
            extra = fields(None, stream=self.name, count=times)
            logger.warning(text, self.name, self.pending, times, extra=extra)

    def begin_tenancy(self) -> None:
        """Takes note that another stream has the lane from now on."""

    def counts(self) -> Counts:
        """Returns the counts of all streams that ever had the lane.

        A host call ends on the companion; the wait for it counts as its submission.
        """
        halves = (self,) if self.companion is None else (self, self.companion)
        states = (FAILED, CANCELLED, SKIPPED, EXPIRED)
        return Counts(self.value, *(sum(lane.ends[state] for lane in halves) for state in states))

    def counts_here(self) -> Counts:
        """Returns the counts of the stream that has the lane, or had it last."""
        return self.counts().plus(self.before, -1)

    # -- looking back ---------------------------------------------------------------------------

    def reap(self) -> None:
        """Takes note of completed work. Under the lock."""
        track = self._track
        while (execution := track.reap()) is not None:
            execution._note_failure()
            value, state = execution.value, self.look(execution.cell)
            if value > self.counted:  # after an interrupt it comes here again
                self.counted, self.ends[state] = value, self.ends[state] + 1
            track.pop_failed()
        if not track.in_flight:
            self.queue.cancelled = False

    def tidy(self, reached: int = 0) -> None:
        """Takes note of completed work, and reports failures that nobody retrieved.

        `reached` is the point that the program is told is reached, if it is told of one.
        """
        del reached  # it matters to those who look for races
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
        self.engine.hand_over()
        advance = self.queue.advance
        return advance is not None and advance() and self.queue.completed >= value

    def block(self, value: int, cell: int, timeout: float | None) -> bool:
        """Blocks the thread until a point is reached or a cell is final; False on a timeout.

        Signals are handled meanwhile, so Ctrl-C raises KeyboardInterrupt.
        """
        if not _notes.listeners or self.queue.completed >= value:
            return self._wait(value, cell, timeout)
        since = _notes.now()
        try:
            return self._wait(value, cell, timeout)
        finally:
            point = self.queue.timeline.index, value
            _notes.tell("sync", f"sync {self.name}", since, point=point, owner=self.engine)

    def _wait(self, value: int, cell: int, timeout: float | None) -> bool:
        since = time.monotonic_ns()  # aids/stacks.py reads it and the arguments
        deadline = None if timeout is None else since / 1e9 + timeout
        self.engine.hand_over()
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
                if self.engine.world is not None:
                    raise self.engine.world.stuck(f"block until {self.name}@{value}")
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


class Steps:
    """The rest of a submission of several steps, which Python does."""

    __slots__ = ()

    def pass_on(self, last: Execution) -> None:
        """Hands the steps over to their queues. Under the lock; after an interrupt, once more.

        Args:
            last: the execution that stands for all.
        """
        raise NotImplementedError
