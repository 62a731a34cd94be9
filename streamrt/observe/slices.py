"""Slices: a trace as rows of slices, with the flows between them, and counters; for its writers.

Every event but a sample is a slice. Slices stay columns of numbers: a trace may have millions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from streamrt.observe.lanes import Ints, in_order_of_begins, lanes_of, shown
from streamrt.observe.trace import VALUES, EventKind, Events, Span, Trace

_SAMPLES = (EventKind.MEMORY, EventKind.WINDOW)
_WAITERS = (EventKind.EXECUTION, EventKind.NODE, EventKind.WAKE, EventKind.SYNC)
_CALLS, _WAKES, _LATE = range(3)  # the groups of a track
_ASIDE = {_WAKES: ": wake-ups", _LATE: ": late"}


class SliceRow(NamedTuple):
    """A row of slices: of a track, or those of its wake-ups, or what overlaps in one of these.

    Attributes:
        name: the name that is shown; lanes of one group share it.
        device: the device that it belongs to; "" for none.
        first: the place of the group's first lane in the rows.
    """

    name: str
    device: str
    first: int


class Flows(NamedTuple):
    """Arrows between slices, each from one place in the order of begins to a later one."""

    sources: Ints
    targets: Ints


class Counter(NamedTuple):
    """A number over time.

    Attributes:
        name: as in `cpu:0/load: pending`.
        device: the device that it belongs to; "" for none.
        unit: `bytes`, or "" for a count.
        times: when it changed or was sampled, rising.
        values: the number from then on.
    """

    name: str
    device: str
    unit: str
    times: Ints
    values: Ints


class Slices(NamedTuple):
    """The slices of a trace; each column is in the order of begins.

    Attributes:
        rows: the rows that `row` counts.
        order: the place of each slice in the trace's events.
        row: the row of each slice.
        started: when it begins.
        finished: when it ends.
        waits: from the execution that signalled to the one that waited for it.
        spans: from a span to what was submitted in it.
    """

    rows: tuple[SliceRow, ...]
    order: Ints
    row: Ints
    started: Ints
    finished: Ints
    waits: Flows
    spans: Flows


def slices(trace: Trace) -> Slices:
    """Returns the slices of a trace."""
    times = shown(trace.events)
    order = in_order_of_begins(trace.events, times)
    order = order[~np.isin(trace.events["kind"], _SAMPLES)[order]]
    events, times = trace.events[order], (times[0][order], times[1][order])
    aside = np.zeros(len(events), np.int64)
    aside[events["kind"] == EventKind.WAKE] = _WAKES
    aside[events["kind"] == EventKind.LATE] = _LATE
    groups = events["track"].astype(np.int64) * 3 + aside
    lanes = lanes_of(events, times, groups, trace.spans)
    keys, row = np.unique(groups << 32 | lanes, return_inverse=True)
    rows = tuple(_rows(trace, keys.tolist()))
    flows = _waits(trace, events), _in_spans(events, trace.spans)
    return Slices(rows, order, row.astype(np.int64), *times, *flows)


def device_of(trace: Trace, track: int) -> str:
    """Returns the device of a track; "" if it has none."""
    one = trace.tracks[track]
    if one.device or one.kind not in ("stream", "host", "replay"):
        return one.device
    device, slash, _ = one.name.partition("/")
    return device if slash else ""


def name_of(trace: Trace, track: int) -> str:
    """Returns the name of a track, as it is shown."""
    return trace.tracks[track].name


def _rows(trace: Trace, keys: list[int]) -> Iterator[SliceRow]:
    """The rows, from their groups and lanes in one number each."""
    first = 0
    for place, key in enumerate(keys):
        (track, aside), lane = divmod(key >> 32, 3), key & (1 << 32) - 1
        first = first if lane else place
        yield SliceRow(
            name_of(trace, track) + _ASIDE.get(aside, ""), device_of(trace, track), first
        )


# --- flows ------------------------------------------------------------------------------------


def _waits(trace: Trace, events: Events) -> Flows:
    """The flows from executions to those who waited for them."""
    index = np.array([track.index for track in trace.tracks] or [0], np.int64)[events["track"]]
    signals = np.flatnonzero((events["kind"] == EventKind.EXECUTION) & (index > 0))
    points = index[signals] << VALUES | events["value"][signals].astype(np.int64)
    sort = np.argsort(points, kind="stable")
    waited_for = events["waited_for"].astype(np.int64)
    targets = np.flatnonzero(np.isin(events["kind"], _WAITERS) & (waited_for != 0))
    return _flows(points[sort], signals[sort], waited_for[targets], targets)


def _in_spans(events: Events, spans: Mapping[int, Span]) -> Flows:
    """The flows from spans to the executions in them."""
    made = np.flatnonzero(events["kind"] == EventKind.SPAN)
    made = made[np.argsort(events["node"][made], kind="stable")]
    numbers = events["node"][made].astype(np.int64)
    targets = np.flatnonzero((events["kind"] == EventKind.EXECUTION) & (events["tag"] > 0))
    tags, inverse = np.unique(events["tag"][targets], return_inverse=True)
    known = set(numbers.tolist())
    shown_at = np.array([_shown_at(tag, known, spans) for tag in tags.tolist()], np.int64)
    return _flows(numbers, made, shown_at[inverse], targets)


def _shown_at(tag: int, known: set[int], spans: Mapping[int, Span]) -> int:
    """The span itself, or the nearest one around it that has a slice; 0 if there is none."""
    seen = set[int]()
    while tag not in known and tag in spans and tag not in seen:
        seen.add(tag)
        tag = spans[tag].parent
    return tag if tag in known else 0


def _flows(keys: Ints, sources: Ints, wanted: Ints, targets: Ints) -> Flows:
    """The flows to those targets whose wanted key is there, from a source that stands before."""
    if not len(keys):
        return Flows(np.zeros(0, np.int64), np.zeros(0, np.int64))
    at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    found = (keys[at] == wanted) & (sources[at] < targets)
    return Flows(sources[at[found]], targets[found])


class Ends(NamedTuple):
    """The flows by their numbers: twice the place of the target, and one more for a span's.

    Attributes:
        begun: the numbers of the flows that begin at slices; at slice `n`, those from `at[n]` to
            `at[n + 1]`.
        at: the places in `begun`, one more than there are slices.
        ended: of each slice, two bits: 1 if a flow of a wait ends there, 2 if a span's does.
    """

    begun: Ints
    at: Ints
    ended: Ints


def ends_of_flows(parts: Slices) -> Ends:
    """Returns the flows that begin and end at each slice."""
    sources = np.concatenate([parts.waits.sources, parts.spans.sources])
    numbers = np.concatenate([parts.waits.targets * 2, parts.spans.targets * 2 + 1])
    sort = np.argsort(sources, kind="stable")
    at = np.searchsorted(sources[sort], np.arange(len(parts.order) + 1))
    ended = np.zeros(len(parts.order), np.int64)
    ended[parts.waits.targets] |= 1
    ended[parts.spans.targets] |= 2
    return Ends(numbers[sort], at, ended)


# --- counters ---------------------------------------------------------------------------------


def counters(trace: Trace) -> Iterator[Counter]:
    """Yields what was pending on each stream, then the samples of each device and pipeline."""
    events = trace.events
    ran = np.flatnonzero(events["kind"] == EventKind.EXECUTION)
    for track in np.unique(events["track"][ran]).tolist():
        one = events[ran[events["track"][ran] == track]]
        name = f"{name_of(trace, track)}: pending"
        yield Counter(name, device_of(trace, track), "", *_pending(one))
    for kind, unit in ((EventKind.MEMORY, "bytes"), (EventKind.WINDOW, "")):
        samples = events[events["kind"] == kind]
        for what in np.unique(samples["what"]).tolist():
            one = samples[samples["what"] == what]
            times, values = one["finished"].astype(np.int64), one["value"].astype(np.int64)
            name = trace.named(what).text
            if kind == EventKind.MEMORY:
                yield Counter(f"{name}: bytes in use", name, unit, times, values)
            else:
                yield Counter(f"{name}: window", "", unit, times, values)


def _pending(events: Events) -> tuple[Ints, Ints]:
    """The number of executions that are submitted and have not ended, over time."""
    _, finished = shown(events)
    times = np.concatenate([np.minimum(events["submitted"], finished), finished])
    steps = np.repeat(np.array([1, -1]), len(events))
    sort = np.argsort(times, kind="stable")
    times, values = times[sort], np.cumsum(steps[sort])
    last = np.append(np.diff(times) > 0, True)  # of those at one time
    return times[last], values[last]
