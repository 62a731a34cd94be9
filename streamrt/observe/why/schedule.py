"""Executions, and waits of the host, as a graph that can be run again with other times.

A node ends when all that it waits for has ended, and a length later. It waits for

    an execution        the one before it on its track, the one that it waited for longest, and its
                        submission: the last wait that its thread had ended by then, and the time
                        that the thread took from there
    a wait in `sync`    the execution that it was for, and the wait before it in its thread, and the
                        time from there
    a wake-up           the execution that it was for

What had no wait before it counts from the beginning of the trace. With the lengths of the trace,
each node ends when it did. With others, the graph gives the *estimate* of when it would have.

The estimate is exact if the graph has all that nodes wait for. Three things are not in a trace:

1. It names one wait of an execution: the longest of those that held it. If that one is also the
   one that ended last, then no time is wrong, and only edges lack. If this holds for all, the
   estimate ends too early at most, so what it says is saved is an upper bound. If another wait
   ended last, the time until then counts as a delay of a fixed length. Then the estimate may be
   wrong to either side.
2. Work of a thread before it awaits something is not known, so a wake-up has no edge to that.
3. An execution without a tag is submitted by some thread: the last wait that held anybody counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

import numpy as np

from streamrt.observe.trace import EventKind, Events, Trace
from streamrt.observe.why.executions import Executions, Flags, Points
from streamrt.observe.why.host import ANY, Host
from streamrt.observe.why.intervals import Integers

Row: TypeAlias = tuple[int, int, int, int, int, int]
"""The links of a node, the way to it, its length, and its place."""

NEVER = -float("inf")


@dataclass(frozen=True, slots=True, eq=False)
class Schedule:
    """The graph. Nodes are in the order of their ends, so that links lead back.

    A link is the place of a node; `len(schedule)` stands for no node, and one more for the
    beginning of the trace.

    Attributes:
        began: when the trace began, in ns.
        place: of an execution, its place in `Executions`; -1 for a wait of the host.
        track: the tracks.
        ready: when all that a node waits for had ended, in ns of the trace's clock.
        finished: when it ended.
        previous: links to the execution before it on its track.
        producer: links to the execution that it waited for.
        host: links to the wait of the host before it.
        thread: the thread that came from there, or ANY.
        asked: when that thread came to it: submitted it, or began to wait.
    """

    began: int
    place: Integers
    track: Integers
    ready: Integers
    finished: Integers
    previous: Integers
    producer: Integers
    host: Integers
    thread: Integers
    asked: Integers
    _slack: list[Integers] = field(default_factory=list[Integers])

    def __len__(self) -> int:
        return len(self.place)

    @property
    def from_host(self) -> Integers:
        """The time at which the way from the host's last wait to each node begins."""
        ends = np.append(self.finished, (0, self.began))
        return np.where(self.host == len(self), self.asked, ends[self.host])

    def again(self, length: Integers, way: Integers, kept: Integers) -> float:
        """Runs some nodes again; returns when the last execution ends, in ns from the beginning.

        Args:
            length: the time that each node takes once it is ready.
            way: the time from the host's last wait to it.
            kept: the nodes, in order; the others end never.
        """
        count = len(self)
        ends = [NEVER] * (count + 1)
        ends.append(0.0)
        latest = NEVER
        rows = self._rows(way, length, kept)
        for node, (a, b, c, after, takes, place) in zip(kept.tolist(), rows, strict=True):
            at = ends[c] + after
            other = ends[a]
            if other > at:
                at = other
            other = ends[b]
            if other > at:
                at = other
            ends[node] = at = at + takes
            if at > latest and place >= 0:
                latest = at
        return latest

    def _rows(self, way: Integers, length: Integers, chosen: Integers | slice) -> Iterable[Row]:
        columns = (self.previous, self.producer, self.host, way, length, self.place)
        lists = (column[chosen].tolist() for column in columns)
        return cast("Iterable[Row]", zip(*lists, strict=True))

    def slack(self) -> Integers:
        """Returns by how much each node may end later before the last execution does, in ns."""
        if not self._slack:
            self._slack.append(self._slack_now())
        return self._slack[0]

    def _slack_now(self) -> Integers:
        count = len(self)
        never = 1 << 62
        latest = [never] * (count + 2)
        last = int(self.finished[self.place >= 0].max(initial=self.began))
        length, way = self.finished - self.ready, self.asked - self.from_host
        rows = self._rows(way, length, slice(None, None, -1))
        nodes = range(count - 1, -1, -1)
        for node, (a, b, c, after, takes, place) in zip(nodes, rows, strict=True):
            end = latest[node]
            if place >= 0 and end > last:
                latest[node] = end = last
            begin = end - takes
            if begin < latest[a]:
                latest[a] = begin
            if begin < latest[b]:
                latest[b] = begin
            if begin - after < latest[c]:
                latest[c] = begin - after
        found: Integers = np.array(latest[:count], np.int64) - self.finished
        return found


def schedule_of(trace: Trace, executions: Executions, host: Host) -> Schedule:
    """Returns the graph of a trace."""
    waits, waited = _waits(trace, executions)
    count, first_wait = len(executions) + len(waits), len(executions)
    finished = np.concatenate((executions.finished, waits["finished"]))
    order = np.argsort(finished, kind="stable")  # a wait comes after the execution that ended it
    rank = np.empty(count + 1, np.int64)
    rank[order], rank[count] = np.arange(count), count

    tracks = waits["track"].astype(np.int64)
    is_wake = waits["kind"] == EventKind.WAKE
    tags = executions.events["tag"].astype(np.int64)
    threads = np.concatenate((host.threads_of(tags), tracks))
    asked = np.concatenate((executions.submitted, np.maximum(waits["started"], trace.began)))
    holds = (
        (executions.finished[waited] >= waits["started"]) & (waited >= 0) if len(waits) else None
    )
    before = _last_waits(threads, asked, tracks, waits["finished"], holds)
    link = np.where(before >= 0, rank[before + first_wait], count + 1)
    link[first_wait:][is_wake] = count

    nobody = np.full(len(waits), count)
    previous = np.concatenate((rank[executions.previous], nobody))  # of -1: no node
    producer = np.concatenate((rank[executions.producer], rank[waited]))
    ended = np.append(executions.finished, trace.began)[waited]
    ready = np.where(is_wake, ended, np.maximum(asked[first_wait:], ended))
    ready = np.concatenate((executions.ready, ready))
    place = np.concatenate((np.arange(first_wait), np.full(len(waits), -1)))
    track = np.concatenate((executions.track, tracks))
    columns: tuple[Any, ...] = (place, track, ready, finished, previous, producer, link)
    chosen: Any = (column[order] for column in (*columns, threads, asked))
    found = Schedule(trace.began, *chosen)
    leads_on = (found.host >= np.arange(count)) & (found.host < count)
    found.host[leads_on] = count + 1  # of work that took no time
    return found


def _waits(trace: Trace, executions: Executions) -> tuple[Events, Integers]:
    """Returns the waits of the host, and the executions that they were for, -1 if that is unknown.

    A wake-up from something unknown says nothing, so it is left out.
    """
    waits = trace.of_kind(EventKind.WAKE, EventKind.SYNC)
    waits = waits[waits["finished"] > trace.began]
    waited = Points(trace, executions.events).find(waits["waited_for"])
    late = np.append(executions.finished, 0)[waited] > waits["finished"]
    waited[late] = -1
    keep = (waits["kind"] == EventKind.SYNC) | (waited >= 0)
    return waits[keep], waited[keep]


def _last_waits(
    threads: Integers, asked: Integers, tracks: Integers, finished: Integers, holds: Flags | None
) -> Integers:
    """Returns for each node the last wait that its thread had ended by then; -1 for none.

    Of ANY thread it is the last wait that held its thread; if one thread alone waits, that one's.

    Args:
        threads: of the nodes; the waits themselves come last.
        asked: when the thread came to each node.
        tracks: the threads of the waits.
        finished: when they ended, in order.
        holds: whether they waited for something.
    """
    found = np.full(len(asked), -1, np.int64)
    if holds is None:
        return found
    number = np.arange(len(asked)) - (len(asked) - len(tracks))  # of a wait
    is_one = (tracks == tracks[0]).all()
    for thread in np.unique(threads):
        own = np.flatnonzero(threads == thread)
        at = np.flatnonzero((holds | is_one) if thread == ANY else tracks == thread)
        if len(at):
            last = np.searchsorted(finished[at], asked[own], side="right") - 1
            is_wait = number[own] >= 0
            earlier = np.searchsorted(at, number[own]) - 1
            last = np.where(is_wait, np.minimum(last, earlier), last)
            found[own] = np.where(last >= 0, at[last], -1)
    return found
