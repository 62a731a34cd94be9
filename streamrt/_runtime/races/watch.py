"""The watch: what a runtime tells its race detector, and what becomes of the races that it finds.

A runtime has one with `races=True` or `hazards="check"`. Its lanes and executions are those of
watched.py, which tell it of each submission, wait and await; no others have a branch for it.

1. Notes have the order of the submissions, because a lock is held around both. A finalizer may
   submit in the middle of either: then its note is left for whoever has the lock, in its place. So
   is that of a finalizer that interrupted the runtime's own lock, which must not wait for this one.
2. Reports hold texts and numbers only. They keep no execution, no error and no memory alive.
3. What an interrupt broke off may be half noted. From then on the watch is blind, as one that
   cannot tell what is ordered would make races up.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Sequence
from threading import RLock
from types import FrameType
from typing import Any, TypeAlias, TypeVar, cast

from streamrt._compile.signatures.layout import bounds
from streamrt._core.races.detector import Race, Races
from streamrt._core.races.uses import Use
from streamrt._core.tracking.hazards import Reads, Writes
from streamrt._native.core import CANCELLED, EXPIRED, RUNNING
from streamrt._runtime.options import Options
from streamrt._runtime.races.declared import Declared, share_bytes
from streamrt._runtime.races.reports import report, report_stray
from streamrt._runtime.races.strays import Strays
from streamrt._runtime.telling.fields import fields
from streamrt.errors import RaceError

# No imports, which would be a circle.
WatchedLane: TypeAlias = Any
Execution: TypeAlias = Any
TypedMemory: TypeAlias = Any

logger = logging.getLogger("streamrt")

T = TypeVar("T")

MOST_REPORTS = 256

Note: TypeAlias = tuple[Callable[..., object], tuple[Any, ...]]


Ongoing: TypeAlias = tuple[WatchedLane, int, list[Note]]
"""A submission that is being made: its lane, the lane's value before it, and the notes of those
submissions in the middle of it that came after it."""


class Watch:
    """The race detector of one runtime, with what it found.

    Attributes:
        races: the detector itself.
        declare: says which buffers the next submission of this thread uses; see `Declared`.
    """

    def __init__(self, options: Options, dress: Callable[[Execution], Execution]) -> None:
        """Knows nothing yet.

        Args:
            options: the runtime's.
            dress: has an execution tell the watch of its end.
        """
        self.dress: Callable[[Execution], Execution] = dress
        self.races: Races = Races(share_bytes, strict=options.manual)
        self._found: list[RaceError] = []
        self._options = options
        self._refuses = options.check
        self._lock = RLock()
        self._declared = Declared()
        self.declare: Callable[..., None] = self._declared.declare
        self._later: deque[Note] = deque()
        self._ongoing: list[Ongoing] = []
        self._strays = Strays()
        self._is_noting = False
        self._is_blind = False
        self._new: deque[RaceError] = deque()
        self._pairs: set[tuple[object, ...]] = set()
        self._is_raised = False

    # -- submissions ----------------------------------------------------------------------------

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
        what = (name, lane.name, frame.f_code, frame.f_lasti)
        uses = self._declared.uses(lane, *accesses, what)
        if lane.engine.lock.is_mine():  # a finalizer interrupted this thread in there
            execution = submit()
            self._put(self._note, lane, execution, uses)
            return execution
        with self._lock:
            if self._refuses:
                self._refuse(lane, uses)
            execution = self._make(lane, submit, uses)
        if self._new:
            self._log()
        return execution

    def _make(self, lane: WatchedLane, submit: Callable[[], T], uses: list[Use]) -> T:
        """Makes a submission, and notes it behind earlier ones. Under the lock."""
        inner: list[Note] = []
        ongoing = (lane, lane.value, inner)
        self._ongoing.append(ongoing)
        try:
            execution = submit()
            self._ongoing.pop()
            self._later.append((self._note, (lane, execution, uses)))
            if lane.is_observed:
                self._strays.declare(cast("Execution", execution).cell, uses)
        except BaseException:
            self._ongoing[:] = [other for other in self._ongoing if other is not ongoing]
            self._is_blind = self._is_blind or _is_made(ongoing)
            raise
        finally:
            if inner:
                self._later += inner
        if not self._is_noting:
            self._catch_up()
        return execution

    def _put(self, note: Callable[..., object], *args: Any) -> None:
        """Puts a note in its place: behind a submission in the middle of which it came."""
        notes: deque[Note] | list[Note] = self._later
        if self._ongoing and _is_made(self._ongoing[-1]):
            notes = self._ongoing[-1][2]
        notes.append((note, args))

    def _catch_up(self) -> None:
        """Does what the notes say, unless it is being done. Under the lock."""
        if self._is_noting or self._is_blind:
            return
        self._is_noting = True
        try:
            while self._later:
                note, args = self._later.popleft()
                note(*args)
        except BaseException:
            self._is_blind = True
            raise
        finally:
            self._is_noting = False

    def _tell(self, note: Callable[..., object], *args: Any) -> None:
        """Puts a note in its place, and acts on it at once if possible."""
        self._put(note, *args)
        with self._lock:
            self._catch_up()

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
        races = self.races.access(lane.line, value, uses)
        for race in races:
            self._add(race)

    def wait(self, lane: WatchedLane, since: int, points: Sequence[tuple[Any, int]]) -> None:
        """Notes that a lane comes after these points from a value on."""
        waits = [source.point(value) for source, value in points]
        self._tell(self.races.order, lane.line, since, waits)

    def follow(self, lane: WatchedLane, source: WatchedLane, value: int) -> None:
        """Notes that the last submissions to a lane come after a point."""
        self._tell(self.races.order, lane.line, lane.value, [source.point(value)])

    # -- the host -------------------------------------------------------------------------------

    def know(self, lane: WatchedLane, value: int) -> None:
        """Notes that the program was told that a point is reached."""
        line, value = lane.point(value)
        if not self.races.knows(line, value):
            self._tell(self.races.know, line, value)

    def know_end(self, execution: Execution, state: int) -> None:
        """Notes that the program was told how an execution ended, if it has ended.

        Args:
            execution: the execution.
            state: its state.
        """
        if state in (CANCELLED, EXPIRED):
            self._tell(self.races.void, *execution.timeline.point(execution.value))
        elif state > RUNNING:
            self.know(execution.timeline, execution.value)

    def know_begin(self, lane: WatchedLane, value: int) -> None:
        """Notes that code of the program runs that comes after what a submission waited for."""
        self._tell(self.races.know_before, *lane.point(value))

    def know_writers(self, buffer: TypedMemory) -> None:
        """Notes that the program was told that all writes to a buffer have ended."""
        low, high = bounds(buffer._layout)
        start, space = buffer._address, buffer._state.space
        self._tell(self.races.know_writers, space, start + low, start + high)

    # -- reports --------------------------------------------------------------------------------

    @property
    def found(self) -> list[RaceError]:
        """The reports so far, one for each pair of places."""
        with self._lock:
            for uses, start, stop in self._strays.taken():
                self._keep(uses[0].facts[0][2:], report_stray(uses, start, stop))
        if self._new:
            self._log()
        return self._found

    def note_changes(
        self, cell: int, name: str, changes: Sequence[tuple[int, bytes, bytes]]
    ) -> None:
        """Notes what a kernel changed in the memory of its device. Calls nobody.

        Args:
            cell: the status cell of its execution.
            name: its name.
            changes: the address, the bytes before and the bytes after, of each changed block.
        """
        self._strays.look(cell, name, changes)

    def _add(self, race: Race) -> None:
        """Keeps the report of a race, unless there is one for the same two places."""
        verbs = race.first.writes, race.second.writes
        pair = (*race.first.facts[0][2:], *race.second.facts[0][2:], *verbs)  # two places
        if pair not in self._pairs:
            self._keep(pair, report(race, self._options.manual))

    def _keep(self, pair: tuple[object, ...], error: RaceError) -> None:
        if pair not in self._pairs and len(self._found) < MOST_REPORTS:
            self._pairs.add(pair)
            self._found.append(error)
            self._new.append(error)

    def _log(self) -> None:
        """Logs new reports. Under no lock, because handlers are others' code."""
        while self._new:
            error = self._new.popleft()
            site = None if error.second is None else error.second.site
            logger.error("%s: %s", type(error).__name__, error, extra=fields(None, site=site))

    def raise_first(self) -> None:
        """Raises the first race that was found, once."""
        found = self.found
        if found and not self._is_raised:
            self._is_raised = True
            first = found[0]
            # A new one: what is raised has a traceback, and so keeps frames alive.
            raise type(first)(str(first), first.first, first.second, first.remedy)


def _is_made(ongoing: Ongoing) -> bool:
    """Whether the lane has taken a submission that is being made."""
    lane, before, _ = ongoing
    return bool(lane.value > before)
