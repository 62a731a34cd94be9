"""The rows of a timeline: which track is where, and which events lie beside each other in it.

A row has lanes. In one lane nothing overlaps, so that its events are in the order of their
beginnings and of their ends. Streams have one lane; spans of a thread lie inside each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from streamrt.observe.trace import EventKind, Events, Trace

Places: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"

LANES = 12  # the most of a row; what would need more lies in the last one
SAMPLES = (EventKind.MEMORY, EventKind.WINDOW)
KINDS = ("stream", "replay", "host", "thread")  # in the order of rows of one name


@dataclass(frozen=True, slots=True)
class Rows:
    """Events in the order of rows, of lanes and of time, and where each lane begins.

    Attributes:
        tracks: of each row, its place in the tracks of the trace.
        groups: of each row, its device; "" for threads.
        lanes: of each row, how many events are in each of its lanes.
        events: all events but samples, as the lanes have them.
        places: where each of these is in the trace.
    """

    tracks: tuple[int, ...]
    groups: tuple[str, ...]
    lanes: tuple[tuple[int, ...], ...]
    events: Events
    places: Places


def rows_of(trace: Trace) -> Rows:
    """Returns the rows of a trace, grouped by device, then the threads."""
    tracks, groups = _in_groups(trace)
    events = trace.events.copy()
    ran = events["kind"] == EventKind.EXECUTION  # what never began has only an end
    began = np.where(ran & (events["started"] < events["submitted"]), events["finished"], 0)
    events["started"] = np.minimum(np.maximum(events["started"], began), events["finished"])
    row_of = np.full(len(trace.tracks) + 1, -1)
    row_of[list(tracks)] = np.arange(len(tracks))
    row = row_of[np.minimum(events["track"], len(trace.tracks))]
    row[np.isin(events["kind"], SAMPLES)] = -1
    order = np.lexsort((-events["finished"], events["started"], row))
    order = order[np.searchsorted(row[order], 0) :]
    bounds = np.searchsorted(row[order], np.arange(len(tracks) + 1))
    lanes: list[tuple[int, ...]] = []
    for left, right in pairwise(bounds.tolist()):
        lane = _lanes(events[order[left:right]])
        order[left:right] = order[left:right][np.argsort(lane, kind="stable")]
        lanes.append(tuple(np.bincount(lane, minlength=1).tolist()))
    return Rows(tracks, groups, tuple(lanes), events[order], order)


def _in_groups(trace: Trace) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Returns the tracks in the order of rows, and the group of each."""
    devices = list(dict.fromkeys(track.device for track in trace.tracks if track.device))
    names = list(dict.fromkeys(track.name for track in trace.tracks))
    found: list[tuple[tuple[int, int, int], int, str]] = []
    for place, track in enumerate(trace.tracks):
        if track.kind == "samples":
            continue
        device = track.device or track.name.partition("/")[0]
        if track.kind == "thread" or device not in devices:
            device = ""
        group = devices.index(device) if device else len(devices)
        key = (group, names.index(track.name), KINDS.index(track.kind))
        found.append((key, place, device))
    found.sort()
    return tuple(place for _, place, _ in found), tuple(device for _, _, device in found)


def _lanes(events: Events) -> Places:
    """Returns the lane of each event: the first one that is free when it begins."""
    lanes = np.zeros(len(events), np.int64)
    if np.all(events["started"][1:] >= events["finished"][:-1]):
        return lanes
    free: list[int] = []
    times = zip(events["started"].tolist(), events["finished"].tolist(), strict=True)
    for place, (started, finished) in enumerate(times):
        lane = next((n for n, end in enumerate(free) if end <= started), len(free))
        if lane == len(free) and lane < LANES:
            free.append(finished)
        lane = min(lane, LANES - 1)
        free[lane] = max(free[lane], finished)
        lanes[place] = lane
    return lanes
