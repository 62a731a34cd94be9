"""The host lane of a stream: its host calls, in the order of the stream.

A stream's host calls run on its companion lane. The native loop of all queues drains that lane's
queue, too, and returns to Python for each call. One edge leads to a call from the stream and one
leads from it back to the stream, so that no backend has to know of host calls. One native step
submits both: see `calls.h`. The outcome is stored and the cell is final before the timeline moves.
"""

from __future__ import annotations

from types import FrameType
from typing import Any, cast

from streamrt._core.tracking.hazards import Reads, Writes
from streamrt._native.core import DONE, FAILED
from streamrt._native.timeline import Timeline as NativeTimeline
from streamrt._runtime.engine import Engine
from streamrt._runtime.execution import Execution
from streamrt._runtime.host_calls import HostCall, crossing
from streamrt._runtime.hosts import HostRun
from streamrt._runtime.lane import Lane
from streamrt._runtime.subject import Named
from streamrt._runtime.submission import Raised


class HostLane(Lane):
    """The companion of a stream's lane."""

    __slots__ = ()

    def __init__(self, engine: Engine, name: str) -> None:
        timeline = NativeTimeline(engine.next_index(), engine.options.queue_limit, engine.core)
        super().__init__(engine, engine.hosts.open(name, timeline, self._run_next))

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
        assert execution._block is not None
        call.place = HostRun(call.name, self, execution.value, execution.cell, execution._block)
        here.call = call.place
        try:
            execution.outcome = call.run()
            return DONE
        except BaseException as error:  # noqa: BLE001 - awaiters get the error of any kind
            execution.outcome = Raised(crossing(error, call.place))
            return FAILED
        finally:
            here.call = None
            # The error's traceback keeps this frame, and nobody would ever drop the execution.
            del execution


def host_lane_of(lane: Lane) -> HostLane:
    """Returns the companion of a stream's lane, made for its first call."""
    if lane.companion is None:
        with lane.engine.lock:
            if lane.companion is None:
                companion = HostLane(lane.engine, f"{lane.name}.host")
                companion.internal = lane.internal
                lane.engine.lanes.append(companion)
                lane.companion = companion
    assert isinstance(lane.companion, HostLane)
    return lane.companion
