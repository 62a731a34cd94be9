"""The race detector: which two accesses to the same bytes nothing orders.

It is told of every submission, wait and await, in order, and knows what each one comes after. It
sees submissions only, so one run finds every race of that order of submissions, whatever the
queues did in it. The idea is that of vector clocks, as in FastTrack (Flanagan and Freund, 2009).

1. A *line* is the row of submissions to one timeline. A line comes after its own past, after what
   it waited for and all that this came after, and after what the host knew when it submitted.
2. The host is one for the process. It knows a point, and all that the point came after, once the
   program was told that the point is reached. Tasks and threads have no clocks of their own: so
   nothing is reported that an await ordered, and some races show only in other orders of tasks.
3. Two accesses race if they are on two lines, share a byte, one of them writes, and the later one
   does not come after the earlier one.
4. In auto mode everything that the tracker has seen reached counts as known to the host, because
   the tracker leaves out waits for it. With `strict` it does not: luck must not hide a race.
5. The runtime itself orders its own lines, and the first write to reused memory. So there, with
   `strict`, too, what it has seen counts, and for reused memory what the timeline has reached.
   A read of reused memory that nobody wrote since is no race: it reads no value of anybody's.
6. Histories are kept by address, not by buffer: they outlive buffers, and views of one memory meet.
7. An access is a range of bytes. If it has gaps, its form says which bytes belong to it, and
   `meets` decides. What nobody can decide is counted in `undecided`, and not reported.
8. What is forgotten may hide a race. It never makes one up.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from streamrt._core.races.uses import Use, UseSpans

MOST_SNAPSHOTS = 1024
MOST_VOID = 4096

Clock: TypeAlias = "Mapping[Line, int]"
Point: TypeAlias = "tuple[Line, int]"
_NOTHING: Clock = {}


class Seen(Protocol):
    """A timeline, as far as the detector asks it."""

    @property
    def seen(self) -> int:
        """The highest value that the host has seen reached."""
        ...

    @property
    def reached(self) -> int:
        """The value that it has reached, seen or not; memory is reused from then on."""
        ...

    @property
    def internal(self) -> bool:
        """Whether no user submits to it."""
        ...


class Line:
    """The submissions to one timeline, by one tenant of it.

    Attributes:
        timeline: the timeline.
        start: the value after which the line begins; earlier values belong to `before`.
        before: the line of the timeline's tenant before this one.
        now: the points on other lines that the next submission comes after.
        told: the number of the host's knowledge that `now` has in it.
    """

    __slots__ = ("_forgets", "_snapshots", "_values", "before", "now", "start", "timeline", "told")

    def __init__(self, timeline: Seen, start: int = 0, before: Line | None = None) -> None:
        self.timeline: Seen = timeline
        self.start: int = start
        self.before: Line | None = before
        self.now: Clock = _NOTHING
        self.told: int = 0
        self._values: list[int] = []
        self._snapshots: list[Clock] = []
        self._forgets: bool = False

    def of(self, value: int) -> Line:
        """Returns the line that a value of the timeline belongs to."""
        line = self
        while value <= line.start and line.before is not None:
            line = line.before
        return line

    def at(self, value: int) -> Clock:
        """Returns the points on other lines that the submission with that value came after."""
        index = bisect_right(self._values, value)
        if index:
            return self._snapshots[index - 1]
        return self._snapshots[0] if self._forgets else _NOTHING

    def learn(self, value: int, now: Clock) -> None:
        """Notes what the line comes after from a value on."""
        self.now = now
        if self._values and self._values[-1] >= value:
            self._snapshots[-1] = now
            return
        self._values.append(value)
        self._snapshots.append(now)
        if len(self._values) > 2 * MOST_SNAPSHOTS:
            del self._values[:MOST_SNAPSHOTS], self._snapshots[:MOST_SNAPSHOTS]
            self._forgets = True


class Race(NamedTuple):
    """Two accesses that nothing orders.

    Attributes:
        first: the one that was submitted first.
        second: the other one.
        known: up to which value the second one's line knew the first one's.
    """

    first: Use
    second: Use
    known: int


class Races:
    """The knowledge of all lines and of the host, and the uses of all memory.

    Attributes:
        undecided: how many pairs of uses with gaps were too hard to decide.
    """

    def __init__(self, meets: Callable[[Use, Use], bool | None], strict: bool = False) -> None:
        """Knows nothing yet.

        Args:
            meets: whether two uses share a byte, of which one has gaps; None if it cannot say.
            strict: whether only what the program was told counts as known to the host.
        """
        self.undecided: int = 0
        self._meets = meets
        self._strict = strict
        self._spaces: dict[str, UseSpans] = {}
        self._host: dict[Line, int] = {}
        self._told = 0  # how often the host has learned something
        self._void: dict[Point, None] = {}

    # -- what comes after what ------------------------------------------------------------------

    def order(self, line: Line, value: int, waits: Iterable[Point] = ()) -> Clock:
        """Notes that a line comes after these points, and what the host knows, from a value on."""
        if not waits and line.told == self._told:
            return line.now
        now = dict(line.now)
        for source, reached in waits:
            if reached > now.get(source, 0):
                now[source] = reached
            for other, earlier in source.at(reached).items():
                if earlier > now.get(other, 0):
                    now[other] = earlier
        if line.told != self._told:
            line.told = self._told
            _merge(now, self._host)
        now.pop(line, None)
        line.learn(value, now)
        return now

    def know(self, line: Line, value: int) -> None:
        """Notes that the program was told that a line has reached a value."""
        if value > self._host.get(line, 0):
            _join(self._host, line, value)
            self._told += 1

    def know_before(self, line: Line, value: int) -> None:
        """Notes that the program was told that a submission begins."""
        _join(self._host, line, value - 1)
        _merge(self._host, line.at(value))
        self._told += 1

    def know_writers(self, space: str, start: int, stop: int) -> None:
        """Notes that the program was told that all writes to these bytes have ended."""
        if space in self._spaces:
            for span in self._spaces[space].touching(start, stop):
                for use in span.writes:
                    self.know(use.line, use.value)

    def void(self, line: Line, value: int) -> None:
        """Notes that the program was told that a submission never runs."""
        self._void[line, value] = None
        if len(self._void) > MOST_VOID:
            del self._void[next(iter(self._void))]

    def knows(self, line: Line, value: int) -> bool:
        """Whether every later submission comes after a point."""
        known = self._host.get(line, 0) >= value
        return known or (not self._strict and line.timeline.seen >= value)

    def _is_known(self, use: Use) -> bool:
        return self.knows(use.line, use.value)

    # -- accesses -------------------------------------------------------------------------------

    def conflicts(self, line: Line, value: int, uses: Sequence[Use]) -> list[Race]:
        """Returns the races that a submission would have that its user could order; notes nothing.

        Args:
            line: the line it would be submitted to.
            value: the value it would have.
            uses: its uses.
        """
        now = self.order(line, value)
        found: dict[Point, Race] = {}
        for use in uses:
            if use.space in self._spaces:
                for span in self._spaces[use.space].touching(use.start, use.stop):
                    others = [*span.writes, *span.reads] if use.writes else span.writes
                    for other in others:
                        if other.line is line or now.get(other.line, 0) >= other.value:
                            continue
                        if _is_reused(other, use) or _is_internal(other, use):
                            continue
                        if self._is_open(other, use):
                            known = now.get(other.line, 0)
                            found[other.line, other.value] = Race(other, use, known)
        return list(found.values())

    def access(self, line: Line, value: int, uses: Sequence[Use]) -> list[Race]:
        """Notes a submission with its uses, after its waits; returns its races, one for each pair.

        Args:
            line: the line it was submitted to.
            value: its value.
            uses: its uses.
        """
        now = line.now if line.told == self._told else self.order(line, value)
        found: dict[Point, Race] = {}
        learned: list[Point] = []
        for use in uses:
            use.value = value
            spans = self._spaces.get(use.space) or self._new_space(use.space)
            pieces = spans.cut(use.start, use.stop)
            for span in pieces:
                for other in span.writes:
                    if other.line is not line and now.get(other.line, 0) < other.value:
                        self._judge(other, use, now, found, learned)
                if use.writes:
                    for other in span.reads:
                        if other.line is not line and now.get(other.line, 0) < other.value:
                            self._judge(other, use, now, found, learned)
                span.note(use)
            if len(pieces) > 1 and use.writes and use.form is None:
                spans.join(use.start, use.stop)
            if len(spans.spans) > spans.most:
                spans.forget(self._is_known)
        if learned:
            self.order(line, value, learned)
        return list(found.values())

    def _new_space(self, name: str) -> UseSpans:
        spans = self._spaces[name] = UseSpans()
        return spans

    def _judge(
        self, other: Use, use: Use, now: Clock, found: dict[Point, Race], learned: list[Point]
    ) -> None:
        """Adds a race to those found, or what orders the two to what was learned."""
        point, source = (other.line, other.value), other.line.timeline
        if not self._strict and source.seen >= other.value:
            return  # and so is all that it came after
        if _is_reused(other, use):
            if source.reached >= other.value:
                learned.append(point)
                return
            if not use.writes:
                return
        elif self._strict and source.seen >= other.value and _is_internal(other, use):
            learned.append(point)
            return
        if self._is_open(other, use):
            found[point] = Race(other, use, now.get(other.line, 0))

    def _is_open(self, other: Use, use: Use) -> bool:
        """Whether two uses that nothing orders are a race: they share a byte, and both happen."""
        if (other.line, other.value) in self._void:
            return False
        if other.form is None and use.form is None:
            return True
        answer = self._meets(other, use)
        if answer is None:
            self.undecided += 1
        return bool(answer)


def _join(clock: dict[Line, int], line: Line, value: int) -> None:
    """Adds a point, and all that it came after."""
    if value > clock.get(line, 0):
        clock[line] = value
    _merge(clock, line.at(value))


def _merge(clock: dict[Line, int], other: Clock) -> None:
    for line, value in other.items():
        if value > clock.get(line, 0):
            clock[line] = value


def _is_reused(other: Use, use: Use) -> bool:
    """Whether the memory was given up between two uses, and given to somebody else."""
    if other.life == use.life:
        return False
    return other.owner is None or other.owner() is None


def _is_internal(other: Use, use: Use) -> bool:
    """Whether one of two uses is on a line to which no user submits."""
    return other.line.timeline.internal or use.line.timeline.internal
