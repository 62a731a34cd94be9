"""Summaries: counts and times by kernel and stream, and the totals of everything else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from streamrt.observe.trace import STATES, EventKind, Events, Trace
from streamrt.observe.why.executions import check_trace, executions_of
from streamrt.observe.why.gaps import Idle, IdleRow, idle_of, lost_text, window_of
from streamrt.observe.why.gaps import gaps as gaps_of
from streamrt.observe.why.intervals import NONE, Integers, innermost
from streamrt.observe.why.texts import duration, html, share, table

MOST_KERNELS, MOST_STREAMS = 16, 8  # rows that are shown

_BAD = ("failed", "skipped", "cancelled", "expired")

HOST = {
    EventKind.COMPILE: "compiling",
    EventKind.LOAD: "loading",
    EventKind.COLLECT: "collector",
    EventKind.LATE: "late loop",
    EventKind.WAKE: "wake-up",
    EventKind.SYNC: "sync",
    EventKind.STAGE: "stages",
}
"""The words for what happened on the host."""


@dataclass(frozen=True, slots=True)
class KernelRow:
    """The executions of one name on one stream. Times are in ns.

    Attributes:
        name: the name.
        track: the stream's name.
        count: how many ran: well, or until they failed.
        total: the sum of their times.
        p50: the time that half of them took at most.
        p99: the time that 99 % of them took at most.
        longest: the longest time.
        share: the total as a part of the whole time, from 0 to 1.
        failed: how many failed.
        skipped: how many were skipped, because something before them failed.
        cancelled: how many were cancelled.
        expired: how many ended at their deadline.
    """

    name: str
    track: str
    count: int
    total: int
    p50: int
    p99: int
    longest: int
    share: float
    failed: int
    skipped: int
    cancelled: int
    expired: int


@dataclass(frozen=True, slots=True)
class HostRow:
    """The events of one kind on the host. Times are in ns.

    Attributes:
        name: the kind, as in `compiling`.
        count: how many there are.
        total: the time of them all in each thread, counted once where they overlap.
        p50: the time that half of them took at most.
        p99: the time that 99 % of them took at most.
        longest: the longest time.
    """

    name: str
    count: int
    total: int
    p50: int
    p99: int
    longest: int


@dataclass(frozen=True, slots=True)
class Summary:
    """The counts and times of a trace. `str(summary)` is a text of at most some 40 lines.

    Attributes:
        ns: the whole time: from the beginning of the trace to the end of the last execution.
        kernels: by kernel and stream, the one with the longest total first.
        busy: for each stream, the part of the whole time in which it ran something.
        idle: how long streams were idle, by reason.
        host: the totals of compiling, the collector, late loops, wake-ups and so on.
        lost: how many events were overwritten before anybody read them.
    """

    ns: int
    kernels: tuple[KernelRow, ...]
    busy: dict[str, float]
    idle: Idle
    host: tuple[HostRow, ...]
    lost: int

    def __str__(self) -> str:
        tables = [table(head, rows, most=most) for head, rows, most in self._tables() if rows]
        return "\n\n".join([*tables, f"{duration(self.ns)} in all; {lost_text(self.lost)}"])

    def _repr_html_(self) -> str:
        tables = [html(head, rows, most=most) for head, rows, most in self._tables() if rows]
        return "".join([*tables, f"<p>{duration(self.ns)} in all; {lost_text(self.lost)}</p>"])

    def _tables(self) -> list[tuple[Sequence[str], list[tuple[str, ...]], int]]:
        has = any(any(_bad_of(k)) for k in self.kernels)
        bad = _BAD if has else ()
        kernels = ("kernel", " stream", "count", "total", "p50", "p99", "max", "share", *bad)
        host = ("host", "count", "total", "p50", "p99", "max")
        return [
            (kernels, [_kernel_cells(row, has) for row in self.kernels], MOST_KERNELS),
            (("stream", "busy", " idle"), self._stream_cells(), MOST_STREAMS),
            (host, [_host_cells(row) for row in self.host], len(HOST)),
        ]

    def _stream_cells(self) -> list[tuple[str, ...]]:
        by_track: dict[str, list[IdleRow]] = {name: [] for name in self.busy}
        for row in self.idle.rows:
            by_track[row.track].append(row)
        return [
            (
                name,
                share(self.busy[name]),
                ", ".join(f"{row.reason} {share(row.share)}" for row in rows),
            )
            for name, rows in by_track.items()
        ]


def _bad_of(row: KernelRow) -> tuple[int, ...]:
    return row.failed, row.skipped, row.cancelled, row.expired


def _kernel_cells(row: KernelRow, has_bad: bool) -> tuple[str, ...]:
    times = map(duration, (row.total, row.p50, row.p99, row.longest))
    bad = _bad_of(row) if has_bad else ()
    return (row.name, row.track, str(row.count), *times, share(row.share), *map(str, bad))


def _host_cells(row: HostRow) -> tuple[str, ...]:
    times = map(duration, (row.total, row.p50, row.p99, row.longest))
    return (row.name, str(row.count), *times)


def summarise(trace: Trace) -> Summary:
    """Returns the counts and times of a trace.

    Raises:
        ArgumentTypeError: it is no trace.
    """
    check_trace(trace, "summarise")
    executions = executions_of(trace)
    began, ended = window_of(trace, executions)
    whole = max(ended - began, 1)
    ran = np.bincount(
        executions.track,
        weights=executions.finished - executions.started,
        minlength=len(trace.tracks),
    )
    busy = {
        track.name: float(ran[place]) / whole
        for place, track in enumerate(trace.tracks)
        if track.kind == "stream"
    }
    idle = idle_of(trace, gaps_of(trace))
    return Summary(ended - began, _kernels(trace, whole), busy, idle, _host_rows(trace), trace.lost)


def _kernels(trace: Trace, whole: int) -> tuple[KernelRow, ...]:
    """Returns the rows of executions, and of nodes, by name and track."""
    events = trace.of_kind(EventKind.EXECUTION, EventKind.NODE)
    label = _numbered(trace, events)
    group = label[0] * len(trace.tracks) + events["track"]
    is_bad = {name: events["state"] == STATES.index(name) for name in _BAD}
    did_run = ~(is_bad["skipped"] | is_bad["cancelled"] | is_bad["expired"])
    keys, place = np.unique(group, return_inverse=True)
    bad = {name: np.bincount(place[chosen], minlength=len(keys)) for name, chosen in is_bad.items()}
    spent = (events["finished"] - events["started"])[did_run]
    times = _times(place[did_run], spent, len(keys))
    rows: list[KernelRow] = []
    for at, key in enumerate(cast("list[int]", keys.tolist())):
        name, track = divmod(key, len(trace.tracks))
        count, total, p50, p99, longest = times[at]
        failed, skipped, cancelled, expired = (int(bad[state][at]) for state in _BAD)
        rows.append(
            KernelRow(
                name=label[1][name],
                track=trace.tracks[track].name,
                count=count,
                total=total,
                p50=p50,
                p99=p99,
                longest=longest,
                share=total / whole,
                failed=failed,
                skipped=skipped,
                cancelled=cancelled,
                expired=expired,
            )
        )
    return tuple(sorted(rows, key=lambda row: -row.total))


def _numbered(trace: Trace, events: Events) -> tuple[Integers, list[str]]:
    """Returns a number for the label of each event, and the labels."""
    keys = events["what"].astype(np.int64) << 32
    keys |= np.where(events["kind"] == EventKind.NODE, events["node"], 0)
    _, first, place = np.unique(keys, return_index=True, return_inverse=True)
    numbers: dict[str, int] = {}
    of = [
        numbers.setdefault(trace.label(cast("np.void", events[at])), len(numbers)) for at in first
    ]
    return np.array(of, np.int64)[place], list(numbers)


def _times(place: Integers, spent: Integers, count: int) -> list[list[int]]:
    """Returns for each group: how many, their sum, the 50th and 99th percentile, the longest.

    A percentile is the time of one of them: the shortest that so many of all do not exceed.
    """
    order = np.lexsort((spent, place))
    spent = spent[order]
    counts = np.bincount(place, minlength=count)
    ends = np.cumsum(counts)
    sums = np.concatenate(([0], np.cumsum(spent)))
    columns = [counts, sums[ends] - sums[ends - counts]]
    padded = np.append(spent, 0)
    for percent in (50, 99, 100):
        rank = (counts * percent + 99) // 100
        columns.append(np.where(counts > 0, padded[ends - counts + rank - 1], 0))
    found: list[list[int]] = np.stack(columns, axis=1).tolist()
    return found


def _host_rows(trace: Trace) -> tuple[HostRow, ...]:
    rows: list[HostRow] = []
    for kind, name in HOST.items():
        events = trace.of_kind(kind)
        if len(events):
            spent = events["finished"] - events["started"]
            ((count, _, *times),) = _times(np.zeros(len(events), np.int64), spent, 1)
            rows.append(HostRow(name, count, _once(events), *times))
    return tuple(rows)


def _once(events: Events) -> int:
    """Returns the time that events take, counted once for each thread where they overlap."""
    total = 0
    for track in np.unique(events["track"]):
        own = events[events["track"] == track]
        ruler = innermost(own["started"], own["finished"], np.zeros(len(own), np.int64))
        total += int(np.diff(ruler.bounds)[ruler.labels[:-1] != NONE].sum())
    return total
