"""Recorder: turns recording on and off, and notes what happens in Python.

1. Each lane's queue has a ring while something is recorded; so have the helpers of programs, if
   nodes are wanted. Python's own events share one ring. All rings stay until the runtime is closed,
   because a queue may be inside its ring when recording is turned off.
2. Turning it on or off is one store for each queue, under the runtime's lock.
3. A ring that cannot be made is left out, once with a line in the log; its events count as lost.
4. In an exploration there is no thread, and in virtual time no event of Python's: their clocks
   differ.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from streamrt._core.tracking.hazards import Edges
from streamrt._interrupts import from_handler
from streamrt._native.queue import CellStatus
from streamrt._native.threads import Worker
from streamrt._runtime.recorder import spans
from streamrt._runtime.recorder.flight_file import FlightFile
from streamrt._runtime.recorder.hooks import Watcher
from streamrt._runtime.recorder.names import name_of_work
from streamrt._runtime.recorder.python_side import PYTHON, PythonSide
from streamrt._runtime.recorder.samples import Samples
from streamrt._runtime.recorder.sources import Source, TrackName
from streamrt._runtime.subject import Named
from streamrt._runtime.telling.fields import fields
from streamrt.errors import StateError

if TYPE_CHECKING:
    from streamrt._native.replays import Replay
    from streamrt._runtime.engine import Engine
    from streamrt._runtime.execution import Execution
    from streamrt._runtime.lane import Lane

logger = logging.getLogger("streamrt")

MOST_EVENTS = 1 << 24  # of a ring
MOST_GONE = 64  # rings of queues that are freed, which somebody may still read
NAP = 0.01  # seconds between two looks of the thread

_followed: list[ContextVar[Any]] = []  # of all recorders that are on


class Recorder:
    """The recorder of one runtime.

    Attributes:
        sources: all rings, by the handle of the queue that writes them; 0 for Python's own events.
        lost: how many events nobody will ever read: overwritten first, or without a ring.
        unplaced: those without a ring.
        is_on: whether it records.
        nodes: whether it notes the nodes of replays.
        watchers: those who read the rings every now and then.
        flight: the file in which the rings are; None without one.
        size: the events that each ring holds.
        engine: the runtime's.
    """

    def __init__(self, engine: Engine, size: int, flight: FlightFile | None = None) -> None:
        """Makes no ring yet.

        Args:
            engine: the runtime's.
            size: the events that each ring holds, a power of 2.
            flight: the attribute.
        """
        self.sources: dict[int, Source] = {}
        self.lost: int = 0
        self.unplaced: int = 0
        self.is_on: bool = False
        self.nodes: bool = False
        self.watchers: list[Watcher] = []
        self.flight: FlightFile | None = flight
        self.size: int = size
        self.engine: Engine = engine
        self._users = 0
        self._follows: list[ContextVar[Any]] = []
        self._gone: deque[Source] = deque(maxlen=MOST_GONE)
        self._kept: list[Recorder] = []
        self._has_told = False
        self._python = PythonSide(self)
        self._clocks: set[bool] = set()  # whether a stream's is virtual
        self._virtual_now: Callable[[], int] = time.monotonic_ns
        self._samples = Samples()
        self._ending = threading.Event()
        self._worker: Worker | None = None

    # -- on and off -----------------------------------------------------------------------------

    def start(self, nodes: bool = False, follow: ContextVar[Any] | None = None) -> None:
        """Begins to record, for one user more.

        Raises:
            StateError: another variable is followed already.
        """
        if follow is not None and any(other is not follow for other in _followed):
            raise StateError(
                f"record: {_followed[0].name!r} is followed already; one variable of a process can "
                "be followed at a time"
            )
        with self.engine.lock:
            self._users += 1
            self.nodes = self.nodes or nodes
            if follow is not None:
                _followed.append(follow)
                self._follows.append(follow)
            self._label()
            self.is_on = True
            for lane in self.engine.lanes:
                self.add(lane)
            if self.nodes:
                for note_nodes in self.engine.note_nodes:
                    note_nodes()
        if 0 not in self.sources:
            self._begin(0, TrackName("python", "thread"), False)
        if self._users == 1:
            self._python.begin()
            if self.flight is not None:
                self.flight.listen()
            self._begin_thread()

    def stop(self, follow: ContextVar[Any] | None = None) -> None:
        """Ends recording for one of its users; with the last one, for all."""
        if not self._users:  # the runtime was closed
            return
        with self.engine.lock:
            self._users -= 1
            if follow is not None:
                self._unfollow(follow)
            if not self._users:
                self._stop()
        if not self._users:
            self._end_thread()

    def _unfollow(self, variable: ContextVar[Any]) -> None:
        self._follows.remove(variable)
        _followed.remove(variable)
        self._label()

    def _label(self) -> None:
        """Tells native code what gives submissions their names and spans.

        Looking at a variable costs a few ns a launch. So the spans' own waits for the first span.
        """
        variable, current = (_followed[0] if _followed else None), None
        if spans.table:
            current = spans.current
        elif self._label_spans not in spans.told:
            spans.told.append(self._label_spans)
        self.engine.core.label_with(current, variable, name_of_work, spans.tag_of_value)

    def _label_spans(self, number: int, facts: object) -> None:
        del number, facts
        spans.told.remove(self._label_spans)
        self._label()

    def _stop(self) -> None:
        for handle in self.sources:
            if handle:
                self.engine.core.record_to(handle, 0)
        self._python.end()
        self.is_on = self.nodes = False  # last, so that `close` ends what an interrupt broke off

    def forked(self) -> None:
        """Ends recording in the child of a fork, whose rings may be the parent's file."""
        self._users = 0
        self._worker = None
        _followed.clear()
        self._stop()
        if self.flight is None:
            self._gone.extend(self.sources.values())
        self.sources.clear()
        flight, self.flight = self.flight, None
        if flight is not None:
            flight.forked()
        for watcher in self.watchers:
            watcher.forked()

    def close(self) -> None:
        """Ends recording for good, before the queues are freed."""
        if self._users or self.is_on:
            self._users = 0
            with self.engine.lock:
                while self._follows:
                    self._unfollow(self._follows[-1])
                self._stop()
            self._end_thread()
        if self.flight is not None:
            self.flight.end()
            self.flight = None

    # -- rings ----------------------------------------------------------------------------------

    def add(self, lane: Lane) -> None:
        """Gives a lane's queue a ring, or a stream that took the lane over its track."""
        is_virtual = self._note_clock(lane)
        kind = "host" if lane.is_host else "stream"
        device = lane.name.partition("/")[0]
        track = TrackName(lane.name, kind, lane.queue.timeline.index, device)
        self._begin(lane.handle, track, is_virtual)

    def _note_clock(self, lane: Lane) -> bool:
        """Notes by which clock a lane's times are; returns whether that is virtual."""
        clock = getattr(lane.queue, "now", None)
        self._clocks.add(clock is not None)
        if clock is not None:
            self._virtual_now = clock
        return clock is not None

    def now(self) -> int:
        """Returns the time by the clock of the recording, in ns."""
        if self.engine.world is not None:
            return self.engine.world.now()
        return self._virtual_now() if self.is_virtual else time.monotonic_ns()

    def add_program(self, replay: Replay, device: str) -> None:
        """Gives each stream of a program a ring for its nodes, in no file: programs come and go."""
        for number, queue in enumerate(replay.queues):
            name = f"{device}/program {replay.number}.{number}"
            source = self._begin(queue, TrackName(name, "replay", 0, device))
            if source is not None:
                source.what = replay.what
                self.engine.core.note_nodes(source.ring.address)

    def forget(self, handle: int) -> None:
        """Lets go of a queue that is about to be freed, and whose events may still be read."""
        source = self.sources.pop(handle, None) if handle else None
        if source is not None:
            self.engine.core.record_to(handle, 0)
            self._gone.append(source)

    def all_sources(self) -> list[Source]:
        """Returns all rings, those of freed queues first."""
        return [*self._gone, *self.sources.values()]

    def keep(self, other: Recorder) -> None:
        """Keeps the rings of the recorder before it, whose writers may still be inside."""
        self._kept.append(other)

    def _begin(
        self, handle: int, track: TrackName, is_virtual: bool | None = None
    ) -> Source | None:
        source = self.sources.get(handle) or self._make(handle, is_virtual)
        if source is not None:
            source.begin(track)
            if handle:
                self.engine.core.record_to(handle, source.ring.address)
        return source

    def _make(self, handle: int, is_virtual: bool | None) -> Source | None:
        """Makes a ring; one whose clock is not told, None, stays out of the flight file."""
        size = self.size if handle else self.size * PYTHON
        flight = None if is_virtual is None else self.flight
        try:
            source = Source(self.engine.core, handle, size, flight, bool(is_virtual))
            self.sources[handle] = source
        except (OSError, MemoryError) as error:
            if from_handler(error):
                raise
            self.lost += 1
            self.unplaced += 1
            if flight is not None:
                flight.lose()
            if not self._has_told:
                self._has_told = True
                logger.warning("record: no ring for a queue, whose events are lost: %s", error)
            return None
        return source

    @property
    def is_virtual(self) -> bool:
        """Whether its streams have virtual time, and Python's events have not."""
        return self._clocks == {True} and self.engine.world is None

    # -- commands that Python hands over ----------------------------------------------------------

    def note_edges(self, handle: int, value: int, edges: Edges) -> None:
        """Notes what a command of a queue that is not native waits for."""
        source = self.sources.get(handle)
        if source is None or not edges:
            return
        points = tuple([(e.timeline.queue.timeline.index, e.value) for e in edges])  # type: ignore[attr-defined]
        source.edges[value] = points
        if len(source.edges) > 2 * self.size:
            for old in list(source.edges)[: self.size]:
                del source.edges[old]

    def label(self, execution: Execution[Any], name: str = "") -> None:
        """Gives an execution that Python made its name, or the one given, and its span."""
        status = CellStatus.from_address(execution.cell)
        subject = Named(name) if name else execution.subject
        status.what = abs(name_of_work(subject, execution.timeline, 0))
        status.tag = spans.current.get() or (
            spans.tag_of_value(_followed[0].get(None)) if _followed else 0
        )

    # -- looking now and then ---------------------------------------------------------------------

    def tell_lost(self, events: int) -> None:
        """Takes note that events were overwritten before they were read; logs it now and then."""
        self.lost += events
        engine = self.engine
        if engine.world is None and (times := engine.seldom.note("lost", events)):
            text = "record: %d events were overwritten unread; record(events=) keeps more"
            logger.info(text, times, extra=fields(None, count=times))

    def histograms(self) -> dict[str, tuple[Sequence[int], Sequence[int], int, int]]:
        """Returns, by stream, how often it took 2^i to 2^(i+1) ns to begin and to run, and sums."""
        found: dict[str, tuple[Sequence[int], Sequence[int], int, int]] = {}
        for source in list(self.sources.values()):
            track, head = source.tracks[-1][1], source.ring.head
            if track.kind in ("stream", "host"):
                found[track.name] = (
                    list(head.queued), list(head.ran), head.queued_sum, head.ran_sum,
                )  # fmt: skip
        return found

    def _begin_thread(self) -> None:
        if self.engine.world is None and self._worker is None:
            self._ending = threading.Event()
            self._worker = Worker(self._watch, "streamrt-recorder")
            self._worker.start()

    def _end_thread(self) -> None:
        self._ending.set()
        worker, self._worker = self._worker, None
        if (
            worker is not None
            and not worker.prevent()
            and worker.thread is not threading.current_thread()
        ):
            worker.wait(1.0)

    def _watch(self) -> None:
        ending = self._ending
        while not ending.wait(NAP):
            self.look()

    def look(self, again: bool = False) -> None:
        """Takes samples of what has changed, or of all again, and has those who read do so."""
        source = self.sources.get(0)
        written = 0 if source is None else source.ring.written
        if again:
            self._samples = Samples()
        for name, in_use in self._samples.due(self.engine.pools, written, self.size * PYTHON):
            self._python.note_memory(name, in_use)
        for watcher in tuple(self.watchers):
            watcher.read()


def recorder_of(engine: Engine, size: int) -> Recorder:
    """Returns the recorder of a runtime, made if need be. One that is on keeps its rings."""
    before = engine.recorder
    if isinstance(before, Recorder) and (before.is_on or before.size >= size):
        return before
    recorder = engine.recorder = Recorder(engine, size)
    if isinstance(before, Recorder):
        recorder.keep(before)
    return recorder
