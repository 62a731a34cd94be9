"""The executions of a trace, and what each one waited for.

An execution begins when the one before it on its track has ended, its submitter has handed it over,
and what it waits for has ended; then its queue begins it, after a *delay*. Of several waits a trace
names the longest one only. So a delay has one of three reasons:

1. `turn`: it is no longer than TURN, the time that a queue needs from one execution to the next.
2. `producer`: its producer is not in the trace, so nobody knows when the wait ended. Or it waited
   for several: the wait that is named took less than the whole time for which it was held.
3. `wake`: it had nothing to wait for any more. The queue's thread, or its device, was late.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from streamrt._core.values import shown
from streamrt._refusals import refusing
from streamrt.errors import ArgumentTypeError
from streamrt.observe.trace import STATES, VALUES, EventKind, Events, Trace
from streamrt.observe.why.intervals import Integers

Unsigned: TypeAlias = "np.ndarray[Any, np.dtype[np.uint64]]"
Flags: TypeAlias = "np.ndarray[Any, np.dtype[np.bool_]]"

TURN = 20_000  # ns

DELAYS = ("turn", "wake", "producer")
SHORTER = "perhaps a shorter wait"

_WITHOUT_RUN = tuple(map(STATES.index, ("cancelled", "skipped", "expired")))


@dataclass(frozen=True, slots=True, eq=False)
class Executions:
    """The executions that ended after a trace began, in the order of their ends.

    A link is the place of another execution, which comes earlier in this order; -1 for none. Times
    are made consistent: an execution starts after all that it is linked to, and after the beginning
    of the trace.

    Attributes:
        events: their events.
        track: their tracks.
        submitted: when each was submitted.
        started: when each began; of one that was cancelled or skipped, when that was settled.
        finished: when each ended.
        previous: links to the one before it on its track.
        producer: links to the one that it waited for longest.
        ready: when nothing that the trace names held it any more.
        delay: the reason for the time from then to its start: a place in DELAYS.
    """

    events: Events
    track: Integers
    submitted: Integers
    started: Integers
    finished: Integers
    previous: Integers
    producer: Integers
    ready: Integers
    delay: Integers

    def __len__(self) -> int:
        return len(self.events)


@refusing
def check_trace(trace: object, what: str) -> None:
    """Refuses what is no trace.

    Raises:
        ArgumentTypeError: it is something else.
    """
    if not isinstance(trace, Trace):
        raise ArgumentTypeError(f"{what}: found {shown(trace)}; pass a Trace")


class Points:
    """Finds the execution that reached a point."""

    def __init__(self, trace: Trace, events: Events) -> None:
        """Takes the executions that may be found."""
        index: Any = np.array([track.index for track in trace.tracks] or [0], np.uint64)
        of: Any = index[np.minimum(events["track"], len(index) - 1)].astype(np.uint64)
        points: Any = (of << np.uint64(VALUES)) | events["value"]
        known = np.flatnonzero(of)
        self._order: Integers = known[np.argsort(points[known], kind="stable")]
        self._points: Unsigned = points[self._order]

    def find(self, points: Unsigned) -> Integers:
        """Returns the place of the execution of each point; -1 if it is not there."""
        found = np.full(len(points), -1, np.int64)
        if len(self._points):
            at: Integers = np.searchsorted(self._points, points).astype(np.int64)
            at = np.minimum(at, len(self._points) - 1)
            hit: Any = self._points[at] == points
            found[hit] = self._order[at[hit]]
        return found


def executions_of(trace: Trace) -> Executions:
    """Returns the executions of a trace."""
    events = trace.of_kind(EventKind.EXECUTION)
    events = events[events["finished"] > trace.began]
    finished = events["finished"]
    track = events["track"].astype(np.int64)
    submitted = np.clip(events["submitted"], trace.began, finished)
    ran = (events["started"] > 0) | ~np.isin(events["state"], _WITHOUT_RUN)
    started = np.where(ran, events["started"], finished)
    previous = _previous(track)
    producer = Points(trace, events).find(events["waited_for"])
    producer[producer >= np.arange(len(events))] = -1
    ended_before = np.append(finished, trace.began)  # of a link -1: the beginning
    ready = np.maximum.reduce((submitted, ended_before[previous], ended_before[producer]))
    started = np.clip(started, ready, finished)
    held = started - np.maximum(submitted, ended_before[previous])
    delay = _reasons(events, producer, started - ready, held)
    return Executions(events, track, submitted, started, finished, previous, producer, ready, delay)


def _previous(track: Integers) -> Integers:
    order = np.argsort(track, kind="stable")
    previous = np.full(len(track), -1, np.int64)
    same = track[order[1:]] == track[order[:-1]]
    previous[order[1:][same]] = order[:-1][same]
    return previous


def _reasons(events: Events, producer: Integers, delay: Integers, held: Integers) -> Integers:
    """Returns the reason of each delay; see the module's text.

    Args:
        events: the executions.
        producer: their links.
        delay: how long each was late.
        held: the time from when its queue came to it to its start.
    """
    waits, named = events["waited_for"] > 0, producer >= 0
    waited = events["waited"]
    is_longer = (waited > 0) & (held - waited > TURN) & (delay > TURN)
    another = waits & (~named | is_longer)
    return np.where(another, 2, np.where(delay > TURN, 1, 0)) * (delay > 0)


def producers_text(trace: Trace, executions: Executions, place: int) -> str:
    """Returns the words for what an execution waited for: its track, and its name if known."""
    point = int(executions.events["waited_for"][place])
    link = int(executions.producer[place])
    track = int(executions.track[link]) if link >= 0 else trace.track_of(point)
    where = trace.tracks[track].name if track >= 0 else f"timeline {point >> VALUES}"
    return f"{where}: {trace.label(executions.events[link])}" if link >= 0 else where
