"""The chart of a failed schedule: which rows, bars and marks it has, for any kind of picture.

A schedule may have thousands of events, and most of its steps take no virtual time. Therefore a
chart is not drawn to scale. These rules hold instead:

1. A *stop* is a place on the axis. At each instant there is one stop for what ends, then one for
   each moment of the host, in their order, then one for what starts. So the picture shows the
   order in which tasks ran at one instant, and which steps followed from the end of a command.
2. There are at most `room` stops. The accesses of a race, with their neighbours, and the last steps
   of stuck tasks are kept, then the latest steps. What is left out is one stop of its own, a gap.
3. There are at most `most` rows. Rows with an access of the race, or with a task that is stuck, are
   kept, then those with the latest steps.
4. A draw that deviates is a flag at the first step of its row that follows the draw.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import NamedTuple

from streamrt.errors import RaceError
from streamrt.testing._reports.facts import Facts, Moment

STUCK = ("deadlock", "lost wake", "livelock")
NEVER, LAST = 4, 5  # behind all steps of the last instant
PAUSES = {"waits": "waits", "ends": "", "fails": "", "is cancelled": "", "fires": ""}
_NAME = re.compile(r"(?P<what>\S[^\n]*?) on (?P<queue>\S+)@(?P<point>\d+)")
_JOINTS = (" reads what ", " writes what ")

Row = tuple[int, int, str]  # 0 for a queue or 1 for the host, its device or number, its name
Step = tuple[int, int, int]  # the time, then 0: an end, 1: a moment, 2: a start; its number


class Stop(NamedTuple):
    """A place on the axis.

    Attributes:
        at: the virtual time in ns.
        is_gap: whether it stands for all that is left out there.
        is_far: whether it stands far from the one before it, though no time passes.
    """

    at: int
    is_gap: bool = False
    is_far: bool = False


class Bar(NamedTuple):
    """Something that lasts, or a moment of a task, a host call, an executor job or a timer.

    Attributes:
        row: the number of its row.
        start: the number of the stop at which it starts.
        end: the number of the stop at which it ends; not less than `start`.
        words: the name of a command; empty for a task.
        kind: of a command its outcome, as in `TraceEvent`, or `never` if it has not run; of a task
            `runs`, `waits`, or `stuck` if it waits until the end and that is the failure; of a
            moment what happened, as in `Moment`.
        access: 1 or 2 for the accesses of a race, otherwise 0.
        where: the line of a wait or of a moment.
        begun: the virtual time at which it starts, in ns.
        ended: the virtual time at which it ends, in ns.
    """

    row: int
    start: int
    end: int
    words: str
    kind: str
    access: int
    where: str
    begun: int
    ended: int


class Flag(NamedTuple):
    """A draw that deviates from 0.

    Attributes:
        number: the number of the draw.
        row: the number of the row of what was drawn.
        stop: the number of the first stop of it that follows the draw.
    """

    number: int
    row: int
    stop: int


@dataclass(frozen=True, slots=True)
class Layout:
    """A chart without a size.

    Attributes:
        rows: the names of the rows: queues by device, then whoever acts on the host.
        queues: how many of them are queues.
        stops: the axis.
        bars: what lasts, in the order of their rows and times.
        marks: the moments.
        flags: the draws that deviate, as far as their places are known.
        steps_left_out: how many steps are in gaps.
        rows_left_out: how many rows there was no room for.
    """

    rows: tuple[str, ...]
    queues: int
    stops: tuple[Stop, ...]
    bars: tuple[Bar, ...]
    marks: tuple[Bar, ...]
    flags: tuple[Flag, ...]
    steps_left_out: int
    rows_left_out: int


class Thing(NamedTuple):
    """A bar or a mark before its row and its stops have numbers."""

    row: Row
    start: Step
    end: Step
    words: str
    kind: str
    access: int = 0
    where: str = ""
    is_mark: bool = False


def lay_out(failure: Facts, room: int, most: int) -> Layout:
    """Returns the chart of a failure's schedule.

    Args:
        failure: the failure.
        room: the most stops of the axis; at least 16.
        most: the most rows; at least 2.
    """
    things = _things(failure)
    steps = sorted({step for thing in things for step in (thing.start, thing.end)})
    kept = _kept(things, steps, room)
    stops, place = _stops(steps, kept)
    seen = [
        thing
        for thing in things
        if place[thing.start] != place[thing.end] or not stops[place[thing.start]].is_gap
    ]
    rows = _rows(seen, kept, most)
    shown: dict[bool, list[Bar]] = {False: [], True: []}
    for row, start, end, words, kind, access, where, is_mark in seen:
        if row in rows:
            places = rows[row], place[start], place[end]
            shown[is_mark].append(Bar(*places, words, kind, access, where, start[0], end[0]))
    flags = _flags(failure, things, rows, place)
    return Layout(
        rows=tuple(name for _, _, name in rows),
        queues=sum(floor == 0 for floor, _, _ in rows),
        stops=tuple(stops),
        bars=tuple(sorted(shown[False], key=lambda bar: (bar.row, bar.start))),
        marks=tuple(shown[True]),
        flags=tuple(flag for flag in flags if not stops[flag.stop].is_gap),
        steps_left_out=len(steps) - len(kept),
        rows_left_out=len({thing.row for thing in things}) - len(rows),
    )


def spread(stops: Sequence[Stop], width: float, near: float, far: float) -> list[float]:
    """Returns the place of each stop, the first at 0.

    Stops of one instant are `near` to each other, or somewhat more if there is much room. Others
    are `far` from each other at least, and share the rest of the width in proportion to the time
    between them. Nothing is in proportion beside a gap.
    """
    pairs = list(pairwise(stops))
    lasts = [0 if a.is_gap or b.is_gap else b.at - a.at for a, b in pairs]
    close = sum(not last for last in lasts)
    if close:
        near = max(near, min(3 * near, width / 3 / close))
    rest = max(0.0, width - close * near - (len(pairs) - close) * far)
    total = sum(lasts)
    places = [0.0]
    for last, (_, stop) in zip(lasts, pairs, strict=True):
        apart = 3 * far if stop.is_far else near
        places.append(places[-1] + (far + rest * last / total if last else apart))
    return places if stops else []


# -- what is to be seen -------------------------------------------------------------------------


def accesses(failure: Facts) -> tuple[str, ...]:
    """Returns the names of a race's two executions, the one that was submitted first in front.

    A failure from a file has no error any more, but the first line of its message has the names:
    `<the second> reads what <the first> writes; ...`.
    """
    if failure.kind != "race":
        return ()
    error = failure.error
    if isinstance(error, RaceError) and error.first and error.second:
        return (error.first.name, error.second.name)
    line = failure.message.partition("\n")[0]
    for joint in _JOINTS:
        second, found, rest = line.partition(joint)
        first = _NAME.match(rest)
        if found and first:
            return (first[0], second.removeprefix("RaceError: "))
    return ()


def _things(failure: Facts) -> list[Thing]:
    """Returns all that the chart could show. Bare signals take no time and are left out."""
    wanted = {
        access: found
        for access, name in enumerate(accesses(failure), 1)
        if (found := _NAME.fullmatch(name))
    }
    events = _find(failure, wanted)
    access_of = {number: access for access, number in events.items()}
    things: list[Thing] = []
    for number, event in enumerate(failure.trace):
        if event.what != "signal":
            row, start = (0, event.device, event.queue), (event.start, 2, 0)
            finish = max(start, (event.finish, 0, 0))
            access = access_of.get(number, 0)
            things.append(Thing(row, start, finish, event.what, event.outcome, access))
    end = max((*(e.finish for e in failure.trace), *(m.at for m in failure.moments)), default=0)
    things += _host(failure, end)
    devices = {event.queue: event.device for event in failure.trace}
    for access in sorted(wanted.keys() - events.keys()):
        queue, what = wanted[access]["queue"], wanted[access]["what"]
        row = (0, devices.get(queue, len(failure.trace)), queue)
        things.append(Thing(row, (end, NEVER - 1, 0), (end, NEVER, 0), what, "never", access))
    return things


def _find(failure: Facts, wanted: dict[int, re.Match[str]]) -> dict[int, int]:
    """Returns the events of a race's accesses, by the access, 1 or 2.

    An execution at point 3 is the third command of its queue, because the trace has the bare
    signals, too. If the trace lost its beginning, it is the nearest command of that name.
    """
    found: dict[int, int] = {}
    for access, parts in wanted.items():
        queue = [n for n, event in enumerate(failure.trace) if event.queue == parts["queue"]]
        point = int(parts["point"]) - 1
        same = [
            (abs(place - point), n)
            for place, n in enumerate(queue)
            if failure.trace[n].what == parts["what"] and n not in found.values()
        ]
        if same:
            found[access] = min(same)[1]
    return found


def _host(failure: Facts, last: int) -> Iterator[Thing]:
    """Yields what happened on the host: a mark for each moment, and bars between them."""
    rows: dict[str, list[tuple[Step, Moment]]] = {}
    for number, moment in enumerate(sorted(failure.moments, key=lambda moment: moment.at)):
        rows.setdefault(moment.who, []).append(((moment.at, 1, number), moment))
    end = (last, LAST, 0)
    for number, (who, moments) in enumerate(rows.items()):
        row = (1, number, who)
        before = ""
        following = [step for step, _ in moments[1:]]
        for (step, moment), after in zip_longest(moments, following):
            what, where = moment.what, moment.where
            # Nobody notes that a task goes on if it waits again in the same turn of the loop.
            mark = "goes on" if before == what == "waits" else what
            yield Thing(row, step, step, "", mark, where=where, is_mark=True)
            kind = PAUSES.get(what, "runs")
            if after is None:
                kind = ("stuck" if failure.kind in STUCK else "waits") if what == "waits" else ""
            if kind:
                yield Thing(row, step, after or end, "", kind, where=where)
            before = what


# -- what there is room for ---------------------------------------------------------------------


def _kept(things: Iterable[Thing], steps: list[Step], room: int) -> set[Step]:
    """Returns the steps that are shown."""
    if len(steps) <= room:
        return set(steps)
    ends = [bisect_left(steps, end) for t in things if t.access for end in (t.start, t.end)]
    stuck = [bisect_left(steps, thing.start) for thing in things if thing.kind == "stuck"]
    near = [end + shift for end in ends for shift in (-2, -1, 1, 2)]
    wanted = [place for place in (*ends, *stuck, *near) if 0 <= place < len(steps)]
    # In the worst case there is a gap before each of these, and one more before the last steps.
    first = list(dict.fromkeys(wanted))[: room // 3]
    rest = room - 1 - 2 * len(first)
    return {steps[place] for place in (*first, *range(len(steps) - rest, len(steps)))}


def _stops(steps: list[Step], kept: set[Step]) -> tuple[list[Stop], dict[Step, int]]:
    """Returns the axis, and the number of the stop of each step."""
    stops: list[Stop] = []
    place: dict[Step, int] = {}
    for step in steps:
        if step in kept:
            stops.append(Stop(step[0], is_far=step[1] >= NEVER))
        elif not stops or not stops[-1].is_gap:
            stops.append(Stop(step[0], is_gap=True))
        place[step] = len(stops) - 1
    return stops, place


def _rows(seen: Iterable[Thing], kept: set[Step], most: int) -> dict[Row, int]:
    """Returns the rows that are shown, each with its number."""
    rank: dict[Row, tuple[bool, Step]] = {}
    for thing in seen:
        steps = [step for step in (thing.start, thing.end) if step in kept]
        if steps:  # a row of which all is in gaps says nothing
            mine = (bool(thing.access) or thing.kind == "stuck", max(steps))
            rank[thing.row] = max(rank.get(thing.row, mine), mine)
    best = sorted(rank, key=lambda row: rank[row], reverse=True)[:most]
    return {row: number for number, row in enumerate(sorted(best))}


def _flags(
    failure: Facts, things: Iterable[Thing], rows: dict[Row, int], place: dict[Step, int]
) -> Iterator[Flag]:
    """Yields a flag for each draw that deviates, if it chose something that has a row."""
    starts: dict[Row, list[Step]] = {}
    for thing in things:
        starts.setdefault(thing.row, []).append(thing.start)
    for number, draw in failure.deviations:
        named = [row for row in rows if row[2] and f" {row[2]} " in f" {draw.chosen} "]
        if draw.at < 0 or not named:
            continue
        row = max(named, key=lambda row: len(row[2]))
        if later := [step for step in starts[row] if step[0] >= draw.at]:
            yield Flag(number, rows[row], place[min(later)])
