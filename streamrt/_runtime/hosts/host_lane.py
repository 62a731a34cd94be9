"""The host lane of a stream: its host calls, in the order of the stream.

A stream's host calls run on its companion lane. The native loop of all queues drains that lane's
queue, too, and returns to Python for each call. A device with virtual time may order the calls
itself: then it says when each begins, and is told when it has ended.

One edge leads to a call from the stream and one leads from it back to the stream, so that no
backend has to know of host calls. One native step submits both: see `host_call.h`. The outcome is
stored and the cell is final before the timeline moves.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any, cast

from streamrt import _notes
from streamrt._core.tracking.hazards import Edges, Reads, Writes
from streamrt._native.core import DONE, FAILED
from streamrt._native.lane_queue import LaneQueue
from streamrt._native.timeline import Timeline as NativeTimeline
from streamrt._runtime.devices.contract_queue import DispatchedQueue
from streamrt._runtime.engine import Engine
from streamrt._runtime.execution import Execution
from streamrt._runtime.hosts.host_calls import HostCall, crossing
from streamrt._runtime.hosts.host_threads import PATIENCE, CallThread, HostRun
from streamrt._runtime.lane import Lane
from streamrt._runtime.races.watched_lanes import Watched, dress, points_of, watch_over
from streamrt._runtime.subject import Named
from streamrt._runtime.submission import Raised
from streamrt.errors import StreamRTError


class HostLane(Lane):
    """The companion of a stream's lane."""

    __slots__ = ("_thread",)

    is_host = True

    def __init__(self, engine: Engine, of: Lane, name: str) -> None:
        timeline = NativeTimeline(engine.next_index(), engine.options.queue_limit, engine.core)
        super().__init__(engine, self._open(engine, of.queue, name, timeline))

    def _open(
        self, engine: Engine, stream: LaneQueue, name: str, timeline: NativeTimeline
    ) -> LaneQueue:
        """Opens the queue that orders the calls: a thread's, or one of the stream's device."""
        self._thread: CallThread | None = None
        if isinstance(stream, DispatchedQueue) and stream.device.orders_calls:
            return stream.device.open_host_queue(name, timeline, self._begin_next)
        return engine.hosts.open(name, timeline, self._run_next)

    def submit(
        self, call: HostCall, after: Lane, reads: Reads, writes: Writes, frame: FrameType
    ) -> Execution[Any]:
        """Submits a call after all earlier and before all later submissions to its stream."""
        if call.loop is not None:
            self.engine.hosts.has_coroutines = True
        given = (Named(call.name), frame.f_code, frame.f_lasti, call)
        execution: Execution[Any] | None = None
        while execution is None:
            execution = self._track.call(after._track, reads, writes, *given)
            if execution is None:
                what = f"call {call.name} on {after.name}"
                self.refuse(reads, writes, what)
                after.refuse((), (), what)
        after.forget_marks()
        return execution

    def pass_on(self, value: int, edges: Edges, execution: Execution | None, payload: Any) -> None:
        """Hands a call over to a device that orders the calls."""
        if execution is not None and isinstance(self.queue, DispatchedQueue):
            payload = self.queue.device.call_plan(execution.subject.name), (), ""
        super().pass_on(value, edges, execution, payload)

    # -- running --------------------------------------------------------------------------------

    def _begin_next(self, ended: Callable[[int], object]) -> None:
        """Begins the call whose turn it is on a device that orders the calls.

        Args:
            ended: called when it has ended, from any thread, with 0 or an error code.
        """
        with self.engine.lock:
            execution = self._track.find(self.queue.completed + 1)
        call, world = cast(HostCall, execution.outcome), self.engine.world

        def end(state: int) -> None:
            ended(state - DONE)
            self.engine.waiters.wake_all()

        def run() -> None:
            nonlocal execution
            state = self._run(execution)
            del execution
            end(state)

        if call.is_asyncio:
            self._begin_task(execution, end)
            del execution
        elif world is not None:
            world.run(run, call.name)
        else:
            if self._thread is None:
                self._thread = CallThread()
                self.engine.at_end.append(self._thread.end)
            self._thread.run(run, PATIENCE if call.loop is None else 0.0)  # its loop may wait here

    def _begin_task(self, execution: Execution[Any], end: Callable[[int], object]) -> None:
        """Begins a call's coroutine as a task of its loop."""
        call = cast(HostCall, execution.outcome)
        self._place(execution, call)

        def ended(task: Any) -> None:
            nonlocal execution
            try:
                execution.outcome, state = task.result(), DONE
            except BaseException as error:  # noqa: BLE001 - as in `_run`
                execution.outcome, state = Raised(crossing(error, call.place)), FAILED
            del execution, task
            end(state)

        def failed(error: BaseException) -> None:
            nonlocal execution
            execution.outcome = Raised(crossing(error, call.place))
            del execution
            end(FAILED)

        try:
            if self.engine.world is not None:
                self.engine.world.may_fail(call.name)
            call.begin_task(ended, failed)
        except StreamRTError as error:
            failed(error)

    def _place(self, execution: Execution[Any], call: HostCall) -> None:
        """Notes the place of a call in the order."""
        assert execution._block is not None
        call.place = HostRun(call.name, self, execution.value, execution.cell, execution._block)

    def _run_next(self) -> tuple[int, int]:
        """Runs the call whose turn it is; returns its cell and its final state."""
        value = self.queue.completed + 1
        with self.engine.lock:
            execution = self._track.find(value)
        cell, state = execution.cell, self._run(execution)
        del execution  # an error's traceback keeps this frame, too
        return cell, state

    def _run(self, execution: Execution) -> int:
        """Runs one call; stores its result or error, and returns its final state."""
        call = cast(HostCall, execution.outcome)
        here = self.engine.hosts.here
        self._place(execution, call)
        here.call = call.place
        ends = _notes.begin("host call", call.name) if _notes.openers else ()
        try:
            if self.engine.world is not None:
                self.engine.world.may_fail(call.name)
            execution.outcome = call.run()
            return DONE
        except BaseException as error:  # noqa: BLE001 - awaiters get the error of any kind
            execution.outcome = Raised(crossing(error, call.place))
            return FAILED
        finally:
            here.call = None
            _notes.end(ends)
            # The error's traceback keeps this frame, and nobody would ever drop the execution.
            del execution


class WatchedHostLane(Watched, HostLane):
    """The companion of a stream's lane in a runtime with a watch."""

    __slots__ = ("_echoes", "_stream", "line", "records", "space", "waits", "watch")

    def __init__(self, engine: Engine, of: Watched, name: str) -> None:
        super().__init__(engine, of, name)
        watch_over(self, of.space)
        self._stream = of
        self._echoes: dict[int, int] = {}  # by the value of a call, that of the stream's wait

    def submit(
        self, call: HostCall, after: Lane, reads: Reads, writes: Writes, frame: FrameType
    ) -> Execution[Any]:
        """See `HostLane`."""
        make = super().submit

        def submit() -> Execution[Any]:
            execution = make(call, after, reads, writes, frame)
            self._echoes[execution.value] = after.value
            return execution

        return dress(self.watch.submit(self, (reads, writes), call.name, frame, submit))

    def order(self, execution: Execution[Any]) -> int:
        """See `Watched`."""
        value, stream = execution.value, self._stream
        echo = self._echoes.pop(value)
        points = points_of(execution._edges) if execution._edges else []
        self.watch.races.order(self.line, value, [*points, stream.point(echo - 1)])
        self.watch.races.order(stream.line, echo, [self.point(value)])
        return value

    def _place(self, execution: Execution[Any], call: HostCall) -> None:
        """See `HostLane`: the call begins, so the program knows what it waited for."""
        self.watch.know_begin(self, execution.value)
        super()._place(execution, call)


class LoggedHostLane(HostLane):
    """The companion of a stream's lane in a runtime with a log."""

    __slots__ = ()

    def submit(
        self, call: HostCall, after: Lane, reads: Reads, writes: Writes, frame: FrameType
    ) -> Execution[Any]:
        """See `HostLane`."""
        log = self.engine.lineage
        assert log is not None
        submit = partial(super().submit, call, after, reads, writes, frame)
        return log.submit(reads, writes, call.name, submit)


class LoggedWatchedHostLane(LoggedHostLane, WatchedHostLane):
    """The companion of a stream's lane in a runtime with a log and a watch."""

    __slots__ = ()


def host_lane_of(lane: Lane) -> HostLane:
    """Returns the companion of a stream's lane, made for its first call."""
    if lane.companion is None:
        with lane.engine.lock:
            if lane.companion is None:
                name, is_logged = f"{lane.name}.host", lane.engine.lineage is not None
                if isinstance(lane, Watched):
                    watched = LoggedWatchedHostLane if is_logged else WatchedHostLane
                    companion: HostLane = watched(lane.engine, lane, name)
                else:
                    plain = LoggedHostLane if is_logged else HostLane
                    companion = plain(lane.engine, lane, name)
                companion.internal = lane.internal
                lane.engine.lanes.append(companion)
                if lane.engine.recorder is not None:
                    lane.engine.record(companion)
                lane.companion = companion
    assert isinstance(lane.companion, HostLane)
    return lane.companion
