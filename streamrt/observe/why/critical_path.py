"""The critical path: what the last end waited for, back to the beginning.

The walk begins at the execution that ended last. Of all that a node waited for, the one that ended
last lies on the path. So the path has no hole: each moment is the run of one execution, the time of
the host on its way to a submission, or a delay (see `executions.py`). What shortening something
saves is found by running the graph again; `schedule.py` says how exact that is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

import numpy as np

from streamrt._core.values import shown
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError
from streamrt.observe.trace import Trace
from streamrt.observe.why.executions import (
    DELAYS,
    Executions,
    check_trace,
    executions_of,
    producers_text,
)
from streamrt.observe.why.gaps import lost_text
from streamrt.observe.why.host import Host
from streamrt.observe.why.intervals import NONE, Integers
from streamrt.observe.why.schedule import Schedule, schedule_of
from streamrt.observe.why.texts import duration, html, share, table

MOST_EXACT = 12  # rows for which the graph is run again
MOST_SHOWN = 20


class PathPart(NamedTuple):
    """A part of the critical path.

    Attributes:
        started: when it began, in ns of the trace's clock.
        finished: when it ended.
        reason: `run` for an execution; `host`, or a delay: `turn`, `wake`, `producer`.
        label: its row: the name of the execution, or the reason and its cause.
        track: of a run or a delay, the track of the execution; of the host, that of its thread, or
            -1 if that is not known.
    """

    started: int
    finished: int
    reason: str
    label: str
    track: int


@dataclass(frozen=True, slots=True)
class PathRow:
    """A row of the critical path: all of its segments with one label.

    Attributes:
        label: the name of executions, or a reason and its cause.
        reason: as in `PathPart`.
        ns: the time of its segments.
        share: that as a part of the path, from 0 to 1.
        count: how many segments it has.
        saved: the part of the whole time that is saved if all with this label took half the time,
            also where they are not on the path. For rows after the 12th it is an upper bound, half
            of `share`.
    """

    label: str
    reason: str
    ns: int
    share: float
    count: int
    saved: float


@dataclass(frozen=True, slots=True)
class CriticalPath:
    """The chain of executions, submissions and delays that the last end waited for.

    Attributes:
        rows: by label, the one with the most time first.
        segments: the parts, in order; they cover the time from the beginning of the trace to the
            end of the last execution, and do not overlap.
        total: that time, in ns.
        lost: how many events the trace lacks.
    """

    rows: tuple[PathRow, ...]
    segments: tuple[PathPart, ...]
    total: int
    lost: int
    _again: _Again = field(repr=False, compare=False)

    @refusing
    def saved(self, label: str, times: float = 2.0) -> float:
        """Returns the part of the whole time that is saved if something were faster.

        Args:
            label: that of a row.
            times: how many times as fast all with this label would be, also where they are not on
                the path; from 1 on, and infinity is allowed.

        Raises:
            ArgumentError: no row has the label, or it would not be faster.
        """
        row = next((row for row in self.rows if row.label == label), None)
        what = "look at a critical path"
        if row is None:
            known = ", ".join(row.label for row in self.rows[:5])
            raise ArgumentError(
                f"{what}: no row is called {shown(label)}; the first are {known or 'none at all'}"
            )
        if not (isinstance(times, int | float) and times >= 1):
            raise ArgumentError(f"{what}: times is {shown(times)}; it must be 1 or more")
        return self._again.saved(row, 1 - 1 / times, self.total)

    def __str__(self) -> str:
        end = f"{duration(self.total)} from the beginning to the last end; {lost_text(self.lost)}"
        return f"{table(_HEAD, self._cells(), most=MOST_SHOWN)}\n{end}"

    def _repr_html_(self) -> str:
        return html(_HEAD, self._cells(), most=MOST_SHOWN)

    def _cells(self) -> list[tuple[str, ...]]:
        return [
            (
                row.label,
                duration(row.ns),
                share(row.share),
                str(row.count),
                f"saves {'' if number < MOST_EXACT else 'at most '}{share(row.saved)}",
            )
            for number, row in enumerate(self.rows)
        ]


_HEAD = ("on the critical path", "time", "share", "parts", "twice as fast")


def critical_path(trace: Trace) -> CriticalPath:
    """Returns the critical path of a trace.

    Raises:
        ArgumentTypeError: it is no trace.
    """
    check_trace(trace, "find the critical path")
    executions = executions_of(trace)
    host = Host(trace)
    schedule = schedule_of(trace, executions, host)
    labels = _Labels(trace, executions, host)
    segments = _named(_walk(schedule, executions, labels), labels)
    again = _Again(schedule, executions, labels, host)
    total = segments[-1].finished - segments[0].started if segments else 0
    sums: dict[tuple[str, str], list[int]] = {}
    for segment in segments:
        found = sums.setdefault((segment.label, segment.reason), [0, 0])
        found[0] += segment.finished - segment.started
        found[1] += 1
    order = sorted(sums.items(), key=lambda item: -item[1][0])
    rows = [
        PathRow(label, reason, ns, ns / total, count, ns / total / 2)
        for (label, reason), (ns, count) in order
    ]
    for number, row in enumerate(rows[:MOST_EXACT]):
        saved = again.saved(row, 0.5, total)
        rows[number] = PathRow(row.label, row.reason, row.ns, row.share, row.count, saved)
    return CriticalPath(tuple(rows), tuple(segments), total, trace.lost, again)


class _Labels:
    """The labels of rows: of executions, of their delays, and of what the host does."""

    def __init__(self, trace: Trace, executions: Executions, host: Host) -> None:
        self.host = host
        self._trace = trace
        self._executions = executions
        events = executions.events
        _, first, place = np.unique(events["what"], return_index=True, return_inverse=True)
        self._place: Integers = place
        self._names = [trace.label(cast("np.void", events[at])) for at in first]

    def of_run(self, place: int) -> str:
        """Returns the label of an execution."""
        return self._names[int(self._place[place])]

    def of_delay(self, place: int) -> str:
        """Returns the label of an execution's delay."""
        reason = DELAYS[int(self._executions.delay[place])]
        if reason != "producer" or self._executions.producer[place] >= 0:
            return reason
        return f"producer: {producers_text(self._trace, self._executions, place)}"

    def of_host(self, label: int) -> str:
        """Returns the label of the host's doings."""
        text = self.host.text(label)
        return f"host: {text}" if text else "host"

    def with_run(self, label: str) -> Any:
        """Returns which executions have a label."""
        return np.array([name == label for name in self._names] or [False], bool)[self._place]

    def with_delay(self, label: str) -> Any:
        """Returns which executions have a delay of a label."""
        reason, _, named = label.partition(": ")
        chosen = self._executions.delay == DELAYS.index(reason)
        if reason == "producer":
            chosen &= (self._executions.producer < 0) == bool(named)
            for place in np.flatnonzero(chosen) if named else ():
                chosen[place] = self.of_delay(int(place)) == label
        return chosen

    def with_host(self, label: str) -> int:
        """Returns the number of the host's doings with a label."""
        _, _, named = label.partition(": ")
        return self.host.texts.index(named) if named else NONE


class _Host(NamedTuple):
    """A part of the path on which the host was on its way."""

    started: int
    finished: int
    thread: int


def _walk(schedule: Schedule, executions: Executions, labels: _Labels) -> list[PathPart | _Host]:
    """Returns the parts of the path, the last one first."""
    found: list[PathPart | _Host] = []
    executed = np.flatnonzero(schedule.place >= 0)
    if not len(executed):
        return found
    count, node = len(schedule), int(executed[-1])
    finished = np.append(schedule.finished, (0, schedule.began)).tolist()
    ready, began = schedule.ready.tolist(), schedule.from_host.tolist()
    place, asked, track = (x.tolist() for x in (schedule.place, schedule.asked, schedule.track))
    started, thread = executions.started.tolist(), schedule.thread.tolist()
    links = [x.tolist() for x in (schedule.producer, schedule.previous)]
    host = schedule.host.tolist()
    while node < count:
        at, start = place[node], ready[node]
        if at < 0:
            found.append(_Host(start, finished[node], track[node]))
        else:
            run, own = labels.of_run(at), track[node]
            found.append(PathPart(started[at], finished[node], "run", run, own))
            if started[at] > start:
                delay = labels.of_delay(at)
                reason = DELAYS[int(executions.delay[at])]
                found.append(PathPart(start, started[at], reason, delay, own))
        ways = (link[node] for link in links if link[node] < count)
        last = next((link for link in ways if finished[link] == start), None)
        if last is None:
            found.append(_Host(began[node], asked[node], thread[node]))
            last = host[node]
        node = last
    return found


def _named(path: list[PathPart | _Host], labels: _Labels) -> list[PathPart]:
    """Returns the segments in order; parts of the host are cut where it did something else."""
    of_host: dict[int, list[int]] = {}
    for place, part in enumerate(path):
        if isinstance(part, _Host):
            of_host.setdefault(part.thread, []).append(place)
    cut: dict[int, list[PathPart]] = {}
    for thread, places in of_host.items():
        begins = np.array([path[place].started for place in places], np.int64)
        ends = np.array([path[place].finished for place in places], np.int64)
        pieces = labels.host.ruler(thread).cut(begins, ends)
        rows = zip(*(column.tolist() for column in pieces), strict=True)
        for whose, label, begin, end in cast("Iterable[tuple[int, int, int, int]]", rows):
            segment = PathPart(begin, end, "host", labels.of_host(label), thread)
            cut.setdefault(places[whose], []).append(segment)
    found: list[PathPart] = []
    for place in range(len(path) - 1, -1, -1):
        part = path[place]
        parts = cut.get(place, []) if isinstance(part, _Host) else [part]
        found += [segment for segment in parts if segment.finished > segment.started]
    return found


class _Again:
    """Runs a schedule again, with something faster."""

    def __init__(
        self, schedule: Schedule, executions: Executions, labels: _Labels, host: Host
    ) -> None:
        self._schedule = schedule
        self._executions = executions
        self._labels = labels
        self._host = host

    def saved(self, row: PathRow, part: float, total: int) -> float:
        """Returns the part of the whole time that is saved.

        Nodes with much slack are left out: the path itself becomes shorter by no more than the
        row's time, so what would have ended long before its end cannot become the last.

        Args:
            row: the row.
            part: the part of its time that is saved, from 0 to 1.
            total: the whole time, in ns.
        """
        schedule = self._schedule
        length = (schedule.finished - schedule.ready).astype(float)
        way = (schedule.asked - schedule.from_host).astype(float)
        if row.reason == "host":
            label = self._labels.with_host(row.label)
            length -= part * self._by_host(label, schedule.ready, schedule.finished, True)
            way -= part * self._by_host(label, schedule.from_host, schedule.asked, False)
        else:
            length -= part * self._by_execution(row)
        kept = np.flatnonzero(schedule.slack() <= part * row.ns)
        return 1 - schedule.again(length, way, kept) / total

    def _by_execution(self, row: PathRow) -> Integers:
        """Returns how much of each node's length has a label."""
        found, place = np.zeros(len(self._schedule), np.int64), self._schedule.place
        is_execution = place >= 0
        ours, at = self._executions, place[is_execution]
        if row.reason == "run":
            times = (ours.finished - ours.started) * self._labels.with_run(row.label)
        else:
            times = (ours.started - ours.ready) * self._labels.with_delay(row.label)
        found[is_execution] = times[at]
        return found

    def _by_host(self, label: int, begins: Integers, ends: Integers, waits: bool) -> Integers:
        """Returns how much of times of the host has a label; of waits, or of ways to nodes."""
        schedule = self._schedule
        found = np.zeros(len(begins), np.int64)
        is_on_host = (schedule.place < 0) if waits else (schedule.host != len(schedule))
        threads = schedule.track if waits else schedule.thread
        for thread in np.unique(threads[is_on_host]):
            own = np.flatnonzero(is_on_host & (threads == thread))
            ruler = self._host.ruler(int(thread))
            found[own] = ruler.measure(label, begins[own], ends[own])
        return found
