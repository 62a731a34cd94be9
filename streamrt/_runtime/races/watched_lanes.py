"""Lanes and executions of a runtime with a watch, which tell it what they do; see aids/races.py.

Other runtimes have the plain ones, whose methods know nothing of this.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from streamrt._core.races.detector import Line, Point
from streamrt._runtime.composite import Composite
from streamrt._runtime.execution import DoneCallback, Execution
from streamrt._runtime.lane import Lane
from streamrt._runtime.races.reports import user_site
from streamrt._runtime.races.watch import Watch
from streamrt._runtime.tracking import Timeline

if TYPE_CHECKING:
    from streamrt._native.lane_queue import LaneQueue
    from streamrt._runtime.engine import Engine

MOST_REMEMBERED = 256  # waits and events of one lane, for reports


class Watched(Lane):
    """The half of a watched lane that every kind of lane has.

    Attributes:
        line: its submissions, as the detector knows them.
        space: the memory that addresses belong to: the device's name, or "" for the host's.
        waits: what it waited for, and where the user asked for it.
        records: where events were recorded, by value.
        watch: the runtime's.
        is_observed: whether its device tells what each kernel changes.
    """

    __slots__ = ()

    is_observed: bool = False
    line: Line
    space: str
    waits: list[tuple[Timeline, int, str]]
    records: dict[int, str]
    watch: Watch

    @property
    def reached(self) -> int:
        """The value that its queue has reached."""
        return self.queue.completed

    def point(self, value: int) -> Point:
        """Returns a point of it, as the detector knows it."""
        return self.line.of(value), value

    def order(self, execution: Execution[Any]) -> int:
        """Notes what a submission comes after; returns its value."""
        value = execution.value
        if execution._edges:
            self.watch.races.order(self.line, value, points_of(execution._edges))
        return value

    def wait_for(self, points: Sequence[tuple[Timeline, int]], asked: bool = False) -> None:
        """See `Lane`."""
        before = self.value
        super().wait_for(points, asked)
        # Behind a signal of its own, unless the lane was known to come after the points already.
        self.watch.wait(self, max(self.value, before + 1), points)
        site = user_site()
        self.waits[:] = [*self.waits[-MOST_REMEMBERED:], *((*point, site) for point in points)]

    def mark(self) -> tuple[Lane, int]:
        """See `Lane`."""
        if len(self.records) > MOST_REMEMBERED:
            self.records.clear()
        self.records[self.value] = user_site()
        return super().mark()

    def tidy(self, reached: int = 0) -> None:
        """See `Lane`."""
        super().tidy(reached)
        if reached:
            self.watch.know(self, reached)

    def is_reached(self, value: int) -> bool:
        """See `Lane`."""
        is_reached = super().is_reached(value)
        if is_reached:
            self.watch.know(self, value)
        return is_reached

    def begin_tenancy(self) -> None:
        """See `Lane`."""
        if not self.watch.races.knows(self.line, self.value):
            self.line = Line(cast("Any", self), self.value, self.line)
        if isinstance(self.companion, Watched):
            self.companion.begin_tenancy()


class WatchedLane(Watched):
    """The lane of a stream in a runtime with a watch."""

    __slots__ = ("is_observed", "line", "records", "space", "waits", "watch")

    def __init__(self, engine: Engine, queue: LaneQueue, space: str) -> None:
        super().__init__(engine, queue)
        watch_over(self, space)
        self.is_observed = False

    def launch(self, *call: Any, **named: Any) -> Execution[Any]:
        """See `Lane`."""
        submit = partial(Lane.launch, self, *call, **named)  # sooner found than that of `super`
        _, reads, writes, _, subject, frame, *_ = call
        execution = self.watch.submit(self, (reads, writes), subject.name, frame, submit)
        execution.__class__ = WatchedExecution
        return execution


def points_of(edges: tuple[Any, ...]) -> list[Point]:
    """Returns the points of edges, which native code gives as four parts for each."""
    if isinstance(edges[0], tuple):
        return [(lane.line.of(value), value) for lane, value, *_ in edges]
    steps = range(0, len(edges), 4)
    return [(edges[at].line.of(edges[at + 1]), edges[at + 1]) for at in steps]


def watch_over(lane: Watched, space: str) -> None:
    """Begins to watch a new lane.

    Args:
        lane: the lane.
        space: the memory that its addresses belong to.
    """
    assert lane.engine.watch is not None
    lane.watch = lane.engine.watch
    lane.line = Line(cast("Any", lane))
    lane.space = space
    lane.waits = []
    lane.records = {}


class _Telling(Execution[Any]):
    """The methods by which a program learns of the end of an execution: they tell the watch."""

    __slots__ = ()

    def done(self) -> bool:
        return super().done() and _tell(self)

    def cancelled(self) -> bool:
        return super().cancelled() and _tell(self)

    def cancel(self) -> bool:
        return super().cancel() and _tell(self)

    def result(self) -> Any:
        try:
            _tell(self)
            return super().result()
        finally:
            del self  # as in `Execution.result`

    def exception(self) -> BaseException | None:
        _tell(self)
        return super().exception()

    def __await__(self) -> Generator[Any, None, Any]:
        try:
            outcome = yield from super().__await__()
            _tell(self)  # not if the awaiter was cancelled: it was told nothing
            return outcome
        finally:
            del self  # as in `Execution.result`

    def _call_back(self, entry: DoneCallback) -> None:
        _tell(self)
        super()._call_back(entry)


class WatchedExecution(_Telling):
    """An execution in a runtime with a watch."""

    __slots__ = ()


class WatchedComposite(_Telling, Composite):
    """A composite in a runtime with a watch."""

    __slots__ = ()


for _kind, _plain in ((WatchedExecution, Execution), (WatchedComposite, Composite)):
    _kind.__name__ = _kind.__qualname__ = _plain.__name__  # messages show the name that users know


def dress(execution: Execution[Any]) -> Execution[Any]:
    """Makes an execution, which native code may have made, one that tells the watch."""
    kind = type(execution)
    if kind is Execution:
        execution.__class__ = WatchedExecution
    elif kind is Composite:
        execution.__class__ = WatchedComposite
    return execution


def _tell(execution: Execution[Any]) -> bool:
    """Tells the watch if an execution has ended; returns True."""
    engine = execution.timeline.engine
    if engine.watch is not None:
        is_composite = isinstance(execution, Composite)
        state = execution._state() if is_composite else engine.core.look(execution.cell)
        engine.watch.know_end(execution, state)
    return True
