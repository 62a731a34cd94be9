"""Gaps: the time in which streams were idle, and the reasons.

A gap of a stream begins when an execution ends there, and ends when the next one starts. There is
one before the first, from the beginning of the trace, and one after the last, until the last
execution of the whole trace has ended. A gap is cut into pieces with one reason each:

    host       nothing was submitted yet; the cause is what the host did for most of that time
    window     the same, while the window of a pipeline was full; the cause is the pipeline
    producer   it waited for another execution, which is the cause; if the trace has only a point of
               that, the cause is the stream. A trace names the longest wait only; the cause is
               "perhaps a shorter wait" for time after that if there was another one
    wake       it was submitted, had nothing to wait for, and started more than 20 µs later
    turn       the same, and it started within 20 µs

The pieces of a stream and the times of its executions add up to the whole time exactly. A full
queue is no reason: it holds back its submitter while it has work itself, and then there is no gap.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias, cast

import numpy as np

from streamrt.observe.trace import VALUES, Trace
from streamrt.observe.why.executions import (
    DELAYS,
    SHORTER,
    Executions,
    check_trace,
    executions_of,
    producers_text,
)
from streamrt.observe.why.host import Host, full_windows
from streamrt.observe.why.intervals import NONE, Integers, most_of
from streamrt.observe.why.texts import duration, html, share, table

Reason: TypeAlias = Literal["producer", "host", "wake", "turn", "window"]

REASONS: tuple[Reason, ...] = ("producer", "host", "wake", "turn", "window")
_PRODUCER, _HOST, _WINDOW = 0, 1, 4


class Gap(NamedTuple):
    """A time in which a stream was idle, for one reason.

    Attributes:
        track: the stream, as a place in `Trace.tracks`.
        started: when it began, in ns of the trace's clock.
        finished: when it ended.
        reason: `producer`, `host`, `window`, `wake` or `turn`.
        cause: what that was, in words; "" if nobody knows.
    """

    track: int
    started: int
    finished: int
    reason: Reason
    cause: str

    @property
    def ns(self) -> int:
        """The time from its beginning to its end."""
        return self.finished - self.started


@dataclass(frozen=True, slots=True, eq=False)
class _Pieces:
    """Pieces of gaps: columns of equal length."""

    track: Integers
    started: Integers
    finished: Integers
    reason: Integers
    cause: np.ndarray[Any, np.dtype[np.object_]]


def gaps(trace: Trace) -> list[Gap]:
    """Returns the gaps of all streams, the longest first.

    Raises:
        ArgumentTypeError: it is no trace.
    """
    check_trace(trace, "find gaps")
    pieces = _pieces_of(trace)
    order = np.lexsort((pieces.started, pieces.started - pieces.finished))
    columns = (pieces.track, pieces.started, pieces.finished)
    reasons = np.array(REASONS, object)[pieces.reason[order]]
    lists = [column[order].tolist() for column in columns]
    rows = zip(*lists, reasons.tolist(), pieces.cause[order].tolist(), strict=True)
    return list(map(Gap._make, cast("Iterable[tuple[Any, ...]]", rows)))


def window_of(trace: Trace, executions: Executions) -> tuple[int, int]:
    """Returns when the time began that gaps and shares are about, and when it ended."""
    if not len(executions):
        return trace.began, trace.began
    return trace.began, int(executions.finished[-1])


def _pieces_of(trace: Trace) -> _Pieces:
    found = executions_of(trace)
    began, ended = window_of(trace, found)
    streams = [place for place, track in enumerate(trace.tracks) if track.kind == "stream"]
    ours = np.flatnonzero(np.isin(found.track, streams))
    begins = np.append(found.finished, began)[found.previous[ours]]
    submitted = np.clip(found.submitted[ours], begins, found.started[ours])
    ready = np.maximum(found.ready[ours], submitted)
    delay = np.array([REASONS.index(name) for name in DELAYS])[found.delay[ours]]
    host = _host_pieces(trace, found, ours, begins, submitted, (began, ended))
    track, starts = found.track[ours], found.started[ours]
    waited = np.full(len(ours), _PRODUCER)
    named = _producers(trace, found, ours)
    shorter = np.where(found.producer[ours] >= 0, SHORTER, named)
    late = np.where(delay == _PRODUCER, shorter, "")
    return _joined(
        host,
        _Pieces(track, submitted, ready, waited, named),
        _Pieces(track, ready, starts, delay, late),
    )


def _producers(trace: Trace, found: Executions, ours: Integers) -> Any:
    """Returns the words for what each execution waited for; "" if that is nothing."""
    words = np.full(len(ours), "", object)
    waits = np.flatnonzero(found.events["waited_for"][ours] > 0)
    link = found.producer[ours][waits]
    timeline = (found.events["waited_for"][ours][waits] >> np.uint64(VALUES)).astype(np.int64)
    what = np.where(link >= 0, found.events["what"][link], -1).astype(np.int64)
    keys = timeline << 33 | what + 1
    _, first, place = np.unique(keys, return_index=True, return_inverse=True)
    texts = [producers_text(trace, found, int(ours[waits[at]])) for at in first]
    words[waits] = np.array([*texts, ""], object)[place]
    return words


def _host_pieces(
    trace: Trace,
    found: Executions,
    ours: Integers,
    begins: Integers,
    submitted: Integers,
    whole: tuple[int, int],
) -> _Pieces:
    """Returns the pieces in which nothing was submitted, and those after the last executions."""
    host = Host(trace)
    tracks = np.array([p for p, t in enumerate(trace.tracks) if t.kind == "stream"], np.int64)
    last = np.full(len(trace.tracks), whole[0], np.int64)
    np.maximum.at(last, found.track[ours], found.finished[ours])
    track = np.concatenate((found.track[ours], tracks))
    started = np.concatenate((begins, last[tracks]))
    finished = np.concatenate((submitted, np.full(len(tracks), whole[1])))
    threads = host.threads_of(found.events["tag"][ours].astype(np.int64))
    threads = np.concatenate((threads, np.full(len(tracks), -1)))
    full, pipelines = full_windows(trace)
    whose, window, starts, ends = full.cut(started, finished)
    is_full = window != NONE
    cause = np.full(len(whose), "", object)
    names = np.array([f"{name} is full" for name in pipelines] or [""], object)
    cause[is_full] = names[window[is_full]]
    for thread in np.unique(threads[whose][~is_full]):
        own = np.flatnonzero(~is_full & (threads[whose] == thread))
        of, labels, begin, end = host.ruler(int(thread)).cut(starts[own], ends[own])
        most = most_of(of, labels, end - begin, len(own))
        cause[own] = np.array([*host.texts, ""], object)[most]
    return _Pieces(track[whose], starts, ends, np.where(is_full, _WINDOW, _HOST), cause)


def _joined(*parts: _Pieces) -> _Pieces:
    """Returns pieces as one, without the empty ones."""
    columns = ((part.track, part.started, part.finished, part.reason, part.cause) for part in parts)
    joined = [np.concatenate(column) for column in zip(*columns, strict=True)]
    keep = joined[2] > joined[1]
    return _Pieces(*(column[keep] for column in joined))


# ---- by reason --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IdleRow:
    """The gaps of one stream that have one reason.

    Attributes:
        track: the stream's name.
        reason: the reason.
        ns: how long they are together.
        share: that as a part of the whole time, from 0 to 1.
        count: how many there are.
        longest: the longest of them.
    """

    track: str
    reason: Reason
    ns: int
    share: float
    count: int
    longest: Gap


@dataclass(frozen=True, slots=True)
class Idle:
    """The idle time of streams by reason. `str(idle)` is a table.

    Attributes:
        rows: one for each stream and reason: streams in the order of the trace, the longest first.
        ns: the whole time: from the beginning of the trace to the end of the last execution.
        lost: how many events the trace lacks.
    """

    rows: tuple[IdleRow, ...]
    ns: int
    lost: int = 0

    def __str__(self) -> str:
        return f"{table(_HEAD, self._cells())}\n{lost_text(self.lost)}"

    def _repr_html_(self) -> str:
        return f"{html(_HEAD, self._cells())}<p>{lost_text(self.lost)}</p>"

    def _cells(self) -> list[tuple[str, ...]]:
        return [
            (
                row.track,
                row.reason,
                duration(row.ns),
                share(row.share),
                str(row.count),
                duration(row.longest.ns),
                row.longest.cause,
            )
            for row in self.rows
        ]


_HEAD = ("stream", " reason", "time", "share", "gaps", "longest", " its cause")


def idle(trace: Trace) -> Idle:
    """Returns how long streams were idle, by reason.

    Raises:
        ArgumentTypeError: it is no trace.
    """
    return idle_of(trace, gaps(trace))


def idle_of(trace: Trace, found: list[Gap]) -> Idle:
    """Returns how long the gaps of a trace are, by stream and reason."""
    began, ended = window_of(trace, executions_of(trace))
    longest: dict[tuple[int, Reason], Gap] = {}
    sums: dict[tuple[int, Reason], list[int]] = {}
    for gap in found:
        key = gap.track, gap.reason
        longest.setdefault(key, gap)
        total = sums.setdefault(key, [0, 0])
        total[0] += gap.finished - gap.started
        total[1] += 1
    whole = max(ended - began, 1)
    order = sorted(sums, key=lambda key: (key[0], -sums[key][0]))
    rows = [
        IdleRow(trace.tracks[key[0]].name, key[1], ns, ns / whole, count, longest[key])
        for key in order
        for ns, count in [sums[key]]
    ]
    return Idle(tuple(rows), ended - began, trace.lost)


def lost_text(lost: int) -> str:
    """Returns the words for how many events were lost."""
    return f"lost: {lost} events" + (", so times are too short and gaps too long" if lost else "")
