"""Submission in steps, in Python: the specification of the native step, and used in its place.

That is with `STREAMRT_TRACKER=python`. Ctrl-C in the middle of these steps may break the runtime.
"""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Callable, Sequence
from types import CodeType
from typing import TYPE_CHECKING, Any, TypeAlias

from streamrt._core.tracking.hazards import Edges, Reads, Steps, Writes, await_points, track
from streamrt._core.tracking.timeline import Timeline
from streamrt._native.core import DONE
from streamrt._native.queue import CellStatus
from streamrt._runtime.ending.deadlines import current

if TYPE_CHECKING:
    from streamrt._runtime.subject import Subject

TIDY_TURNS = 16  # blocks of cells from one call of Lane.tidy to the next

Lane: TypeAlias = Any  # no imports, which would be a circle
Execution: TypeAlias = Any


class Track:
    """The half of a lane that is native otherwise: it submits, and keeps what is in flight.

    timeline_type.h, launch.h and host_call.h describe its methods. A submission returns None if it
    is refused.
    """

    __slots__ = ("_blocks", "_echo", "_failures", "_lane", "_make", "_waiting", "marks", "pushed")

    def __init__(self, lane: Lane, make: Callable[..., Execution]) -> None:
        """Begins with nothing in flight.

        Args:
            lane: the lane.
            make: makes an execution; see `submitted`.
        """
        self._lane = lane
        self._make = make
        self._waiting: deque[Execution] = deque()
        self._failures = 0
        self._blocks = 0
        self._echo = 0
        self.marks: dict[int, Edges] = {}
        self.pushed = 0

    # -- submitting -----------------------------------------------------------------------------

    def launch(self, plan: int, values: tuple[object, ...], *call: Any) -> Execution | None:
        """Submits a launch to a native queue."""
        lane, core = self._lane, self._lane.engine.core
        self._begin()
        with lane.engine.lock:
            value = core.pack(lane.handle, plan, values)
            if not value:
                return None
            execution = self._note(value, (), *call)
            core.issue(lane.handle, execution.cell, flat(execution.edges), cells_of(execution))
            self._publish(execution, None)
        lane.hand_over()
        return execution

    def post(self, payload: Any, steps: tuple[Any, ...] | None, *call: Any) -> Execution | None:
        """Submits a command, or several steps, to queues of a backend."""
        lane, core = self._lane, self._lane.engine.core
        address: int = 0 if steps is None else steps[0]
        parts: tuple[Any, ...] = (self, 1) if steps is None else steps[1:]
        lanes: list[Lane] = [track._lane for track in parts[::2]]
        counts: tuple[int, ...] = parts[1::2]
        self._begin()
        with lane.engine.lock:
            for one, count in zip(lanes, counts, strict=True):
                if not one.queue.can_issue() or one.pending + count > one.queue.limit:
                    return None
            starts = [one.value for one in lanes]
            execution = self._note(lane.value + counts[0], (), *call)
            for index, (one, count) in enumerate(zip(lanes, counts, strict=True)):
                core.promise(one.handle, count)
                one.value = starts[index] + count
                if address:
                    ctypes.c_uint64.from_address(address + 8 * index).value = starts[index]
            self._publish(execution, payload, is_pushed=steps is None)
        lane.hand_over()
        return execution

    def call(self, stream: Track, *call: Any) -> Execution | None:
        """Submits a host call, and has its stream wait for it."""
        lane, other = self._lane, stream._lane
        self._begin()
        with lane.engine.lock:
            value = lane.queue.can_issue()
            if not (value and other.queue.can_issue()):
                return None
            points = () if other.value == self._echo else ((other, other.value),)
            execution = self._note(value, points, *call)
            if lane.queue.is_native:
                waits, cells = flat(execution.edges), cells_of(execution)
                lane.engine.core.push_host(lane.handle, waits, cells, execution.cell)
                self._publish(execution, None)
            else:
                lane.engine.core.promise(lane.handle, 1)
                self._publish(execution, ())
            stream._signal_behind(await_points(other, [(lane, value)]))
            self._echo = other.value
        lane.hand_over()
        return execution

    def wait(self, points: Sequence[tuple[Timeline, int]], asked: bool) -> bool | None:
        """Orders later submissions after points."""
        lane = self._lane
        with lane.engine.lock:
            edges = await_points(lane, points, asked)
            if edges and not lane.queue.can_issue():
                return None
            if edges:
                self._signal_behind(edges)
        lane.hand_over()
        return True

    def _begin(self) -> None:
        """Notes what has completed before new cells are needed: every few submissions."""
        lane = self._lane
        if lane.has_cells or lane.engine.lock.is_mine():
            return
        if lane.engine.core.failures(lane.handle) == self._failures:
            self._blocks += 1
            if self._blocks % TIDY_TURNS:
                with lane.engine.lock:
                    self.reap()
                return
        lane.tidy()

    def _note(
        self,
        value: int,
        after: Sequence[tuple[Timeline, int]],
        reads: Reads,
        writes: Writes,
        subject: Subject,
        code: CodeType,
        instruction: int,
        outcome: object,
    ) -> Execution:
        lane = self._lane
        cell, block = lane.next_cell()
        if (at := current()) is not None:
            CellStatus.from_address(cell).deadline = at
        execution = self._make(lane, value, cell, block, subject, code, instruction, outcome)
        edges, checks = track(execution, reads, writes, lane.engine.options.manual)
        if after:
            edges = _ordered_after(execution, edges, after)
        execution.edges, execution.checks = edges, checks
        recorder = lane.engine.recorder
        if recorder is not None and recorder.is_on:
            recorder.label(execution)
        return execution

    def _publish(self, execution: Execution, payload: Any, *, is_pushed: bool = True) -> None:
        lane = self._lane
        edges = execution.edges
        if payload is not None or _waits_for_virtual(lane, edges):
            item = (lane, execution.value, edges, execution, payload)
            lane.engine.lock.outbox.append(item)
        if is_pushed:
            self.push(execution)
        adopt = lane.engine.lock.adopt
        members = None if adopt is None else adopt()
        if members is not None:
            members.append(execution)

    def _signal_behind(self, edges: Edges) -> None:
        lane = self._lane
        value = lane.value + 1
        is_native = lane.queue.is_native
        if is_native:
            lane.engine.core.mark(lane.handle, flat(edges), ())
        else:
            lane.engine.core.promise(lane.handle, 1)
        lane.value = value
        lane.join([edge[:2] for edge in edges], value)
        self.marks[value] = edges
        if not is_native or _waits_for_virtual(lane, edges):
            lane.engine.lock.outbox.append((lane, value, edges, None, None))

    # -- in flight ------------------------------------------------------------------------------

    @property
    def in_flight(self) -> int:
        """Their number."""
        return len(self._waiting)

    def push(self, execution: Execution) -> None:
        """Adds the next one."""
        if self.pushed != execution.value:
            self._waiting.append(execution)
            self.pushed = execution.value

    def inflight(self) -> list[Execution]:
        """Returns them."""
        return list(self._waiting)

    def find(self, value: int) -> Execution:
        """Returns the one that signals a value."""
        return next(e for e in self._waiting if e.value == value)

    def reap(self) -> Execution | None:
        """Takes note of those that have ended, up to one that did not succeed, which it returns."""
        lane = self._lane
        core, waiting = lane.engine.core, self._waiting
        done, failures = core.completed(lane.handle), core.failures(lane.handle)
        while waiting and waiting[0].value <= done:
            if failures != self._failures and lane.look(waiting[0].cell) != DONE:
                return waiting[0]
            execution = waiting.popleft()
            execution.checks = ()
            execution.clean = True
        lane.observe(done)
        return None

    def pop_failed(self) -> None:
        """Takes out the one that `reap` returned; its failure was noted."""
        if self._waiting:
            self._waiting.popleft()
            self._failures += 1


def flat(edges: Edges) -> tuple[int, ...]:
    """Returns waits as a native queue takes them: handle, value, handle, value, ..."""
    return tuple([n for edge in edges for n in (edge.timeline.handle, edge.value)])


def cells_of(execution: Execution) -> tuple[int, ...]:
    """Returns checks as a native queue takes them: the producers' cells."""
    checks: Steps = execution.checks
    return tuple([step.cell for step in checks])


def _waits_for_virtual(lane: Lane, edges: Edges) -> bool:
    sources: list[Any] = [edge.timeline for edge in edges]
    virtual = any(source.queue.advance is not None for source in sources)
    return virtual and lane.queue.advance is None


def _ordered_after(
    execution: Execution, edges: Edges, points: Sequence[tuple[Timeline, int]]
) -> Edges:
    """Returns the edges with edges to more points, which replace those to the same timelines."""
    lane = execution.timeline
    more = await_points(lane, points)
    if not more:
        return edges
    lane.join(points, execution.value)
    newer = [edge.timeline for edge in more]
    return (*(edge for edge in edges if edge.timeline not in newer), *more)
