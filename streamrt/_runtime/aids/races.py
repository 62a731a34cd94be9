"""The watch: what a runtime tells its race detector, and what becomes of the races that it finds.

A runtime has one with `races=True` or `hazards="check"`. Its lanes and executions are those of
watched.py, which tell it of each submission, wait and await; no others have a branch for it.

1. Submissions and what the detector notes of them are in the same order, because a lock is held
   around both. Whoever has the runtime's lock must not wait for this one: a finalizer that
   submits there leaves its note behind, for the thread that holds this lock to add.
2. Operations say which buffers they use, because regions do not know the bytes of strided views.
   A region that nobody declared is taken as it is; if it has gaps, nobody can decide about it.
3. Reports hold texts and numbers only. They keep no execution, no error and no memory alive.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from threading import RLock, get_ident
from types import FrameType
from typing import Any, TypeAlias, TypeVar
from weakref import ref

import numpy as np

from streamrt._compile.layout import bounds
from streamrt._compile.overlap import Form, meet
from streamrt._core.races import Race, Races, Use
from streamrt._core.tracking.hazards import Reads, Writes
from streamrt._native.core import CANCELLED, RUNNING
from streamrt._runtime.aids.race_reports import Facts, Submitted, report
from streamrt._runtime.options import Options
from streamrt._runtime.tracking import Region
from streamrt.errors import RaceError

# No imports, which would be a circle.
WatchedLane: TypeAlias = Any
Execution: TypeAlias = Any
TypedMemory: TypeAlias = Any

logger = logging.getLogger("streamrt")

T = TypeVar("T")

MOST_REPORTS = 256
UNKNOWN = "unknown"  # the form of a region with gaps that nobody declared

Note: TypeAlias = tuple[WatchedLane, Execution, list[Use]]


class Watch:
    """The race detector of one runtime, with what it found.

    Attributes:
        races: the detector itself.
        found: the reports, one for each pair of places.
    """

    def __init__(self, options: Options, dress: Callable[[Execution], Execution]) -> None:
        """Knows nothing yet.

        Args:
            options: the runtime's.
            dress: has an execution tell the watch of its end.
        """
        self.dress: Callable[[Execution], Execution] = dress
        self.races: Races = Races(_share_bytes, strict=options.manual)
        self.found: list[RaceError] = []
        self._options = options
        self._lock = RLock()
        self._given: dict[int, dict[Region, tuple[str, TypedMemory]]] = {}
        self._later: deque[Note] = deque()
        self._new: deque[RaceError] = deque()
        self._pairs: set[tuple[object, ...]] = set()
        self._is_raised = False

    # -- submissions ----------------------------------------------------------------------------

    def declare(self, buffers: Iterable[tuple[str, TypedMemory]]) -> None:
        """Says which buffers the next submission of this thread uses, each with a name or ""."""
        self._given[get_ident()] = {named[1]._region: named for named in buffers}

    def submit(
        self,
        lane: WatchedLane,
        accesses: tuple[Reads, Writes],
        name: str,
        frame: FrameType,
        submit: Callable[[], T],
    ) -> T:
        """Makes a submission and notes it.

        Args:
            lane: the lane it goes to.
            accesses: the regions that it reads, and those that it writes.
            name: the name of what it runs.
            frame: the user's frame.
            submit: makes the submission.

        Raises:
            RaceError: with `hazards="check"`, nothing orders it; nothing was submitted.
        """
        what = Submitted(name, lane.name, frame.f_code, frame.f_lasti)
        uses = self._uses(lane, *accesses, what)
        # A thread that has the runtime's lock here was interrupted in it, by a finalizer.
        has_lock = self._lock.acquire(blocking=not lane.engine.lock.is_mine())
        try:
            if self._options.check and has_lock:
                self._refuse(lane, uses)
            execution = submit()
            self._later.append((lane, execution, uses))
            while has_lock and self._later:
                self._note(*self._later.popleft())
        finally:
            if has_lock:
                self._lock.release()
        if self._new:
            self._log()
        made: T = self.dress(execution)
        return made

    def _uses(self, lane: WatchedLane, reads: Reads, writes: Writes, what: Submitted) -> list[Use]:
        given = self._given.pop(get_ident(), {})
        uses = [self._use(lane, region, False, given, what) for region in reads]
        uses += [self._use(lane, region, True, given, what) for region, _ in writes]
        return [use for use in uses if use.start and use.start < use.stop]

    def _use(
        self,
        lane: WatchedLane,
        region: Region,
        writes: bool,
        given: dict[Region, tuple[str, TypedMemory]],
        what: Submitted,
    ) -> Use:
        tracked = region.tracked
        named = given.get(region)
        if named is None:
            start, first = region.address, region.start - tracked.start
            form = UNKNOWN if region.has_gaps else None
            facts = Facts(what, "", tracked.name, None, start - first)
            stop = start + region.stop - region.start
            use = Use(lane.line, lane.space, start, stop, writes, form, tracked.memory)
        else:
            parameter, buffer = named
            layout, start = buffer._layout, buffer._address
            space = "" if buffer._state.host_memory else buffer._state.name
            low, high = bounds(layout)
            facts = Facts(
                what,
                parameter,
                tracked.name,
                layout,
                start + low - (region.start - tracked.start),
            )
            line, life = lane.line, tracked.memory
            use = Use(line, space, start + low, start + high, writes, None, life)
            if layout.has_gaps:
                use.form = (start, (layout.shape, layout.strides, layout.itemsize))
            allocation = buffer._allocation
            if allocation is not None and allocation.memory is None:
                use.is_same = _owner(allocation.block)
        use.facts = facts
        return use

    def _refuse(self, lane: WatchedLane, uses: Sequence[Use]) -> None:
        value = lane.value + 1
        for use in uses:
            use.value = value
        races = self.races.conflicts(lane.line, value, uses)
        if races:
            raise report(races[0], is_manual=True)

    def _note(self, lane: WatchedLane, execution: Execution, uses: Sequence[Use]) -> None:
        """Notes a submission that was made."""
        value = lane.order(execution)
        for race in self.races.access(lane.line, value, uses):
            self._add(race)

    def wait(self, lane: WatchedLane, points: Sequence[tuple[Any, int]]) -> None:
        """Notes that the next submission to a lane comes after these points."""
        with self._lock:
            waits = [source.point(value) for source, value in points]
            self.races.order(lane.line, lane.value + 1, waits)

    # -- the host -------------------------------------------------------------------------------

    def know(self, lane: WatchedLane, value: int) -> None:
        """Notes that the program was told that a point is reached."""
        line, value = lane.point(value)
        if not self.races.knows(line, value):
            with self._lock:
                self.races.know(line, value)

    def know_end(self, execution: Execution) -> None:
        """Notes that the program was told how an execution ended, if it has ended."""
        state = execution._state()
        if state == CANCELLED:
            with self._lock:
                self.races.void(*execution.timeline.point(execution.value))
        elif state > RUNNING:
            self.know(execution.timeline, execution.value)

    def know_begin(self, lane: WatchedLane, value: int) -> None:
        """Notes that code of the program runs that comes after what a submission waited for."""
        with self._lock:
            self.races.know_before(*lane.point(value))

    def know_writers(self, buffer: TypedMemory) -> None:
        """Notes that the program was told that all writes to a buffer have ended."""
        low, high = bounds(buffer._layout)
        space = "" if buffer._state.host_memory else buffer._state.name
        with self._lock:
            self.races.know_writers(space, buffer._address + low, buffer._address + high)

    # -- reports --------------------------------------------------------------------------------

    def _add(self, race: Race) -> None:
        """Keeps the report of a race, unless there is one for the same two places."""
        one: Submitted = race.first.facts.submitted
        other: Submitted = race.second.facts.submitted
        verbs = race.first.writes, race.second.writes
        pair = (one.code, one.instruction, other.code, other.instruction, *verbs)
        if pair not in self._pairs and len(self.found) < MOST_REPORTS:
            self._pairs.add(pair)
            error = report(race, self._options.manual)
            self.found.append(error)
            self._new.append(error)

    def _log(self) -> None:
        """Logs new reports. Under no lock, because handlers are others' code."""
        while self._new:
            logger.error("RaceError: %s", self._new.popleft())

    def raise_first(self) -> None:
        """Raises the first race that was found, once."""
        if self.found and not self._is_raised:
            self._is_raised = True
            first = self.found[0]
            # A new one: what is raised has a traceback, and so keeps frames alive.
            raise RaceError(str(first), first.first, first.second, first.remedy)


def _share_bytes(one: Use, other: Use) -> bool | None:
    """Returns whether two uses share a byte, exactly by strides; None if nobody can say."""
    if UNKNOWN in (one.form, other.form):
        return None
    start, form = _placed(one)
    to, other_form = _placed(other)
    return meet(form, other_form, to - start)


def _placed(use: Use) -> tuple[int, Form]:
    if use.form is not None:
        placed: tuple[int, Form] = use.form
        return placed
    return use.start, ((use.stop - use.start,), (1,), 1)


def _owner(keeper: object) -> Callable[[], object] | None:
    """Returns whether foreign memory is still its owner's, as a function; None if nobody knows."""
    while isinstance(keeper, np.ndarray) and keeper.base is not None:
        keeper = keeper.base
    try:
        return ref(keeper)
    except TypeError:
        return None
