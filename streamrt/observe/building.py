"""The way from the bytes of rings to a trace."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from streamrt._native.ring import EVENT_BYTES, WAITED_UNIT
from streamrt._runtime.recorder.names import WorkName
from streamrt._runtime.recorder.reading import Chunk
from streamrt._runtime.recorder.sources import Edges, TrackName
from streamrt._runtime.recorder.spans import SpanFacts
from streamrt.observe.trace import (
    EVENT,
    VALUES,
    EventKind,
    Events,
    Name,
    Span,
    Track,
    in_order,
)

RAW = np.dtype(
    [
        ("submitted", "i8"),
        ("started", "i8"),
        ("finished", "i8"),
        ("value", "u8"),
        ("waited_for", "u8"),
        ("what", "u4"),
        ("tag", "u4"),
        ("waited", "u4"),
        ("error", "i4"),
        ("node", "u4"),
        ("kind", "u1"),
        ("state", "u1"),
        ("unused", "u2"),
    ]
)
"""The structure `event` of events.h."""
_SAMPLES = (EventKind.MEMORY, EventKind.WINDOW)


def build(
    chunks: Sequence[Chunk],
    names: Mapping[int, WorkName],
    edges: Mapping[int, Mapping[int, Edges]],
    *,
    is_virtual: bool = False,
) -> tuple[Events, tuple[Track, ...]]:
    """Returns all events of some chunks, in the order of a trace, and their tracks.

    Args:
        chunks: what was read of rings.
        names: the names of work, among them those of threads.
        edges: for queues that do not say what they waited for: the points that each of their values
            waits for, by the index of the queue's timeline.
        is_virtual: whether times are virtual, which those of the collector's pauses never are.
    """
    places: dict[TrackName, int] = {}
    parts: list[Events] = []
    for chunk in chunks:
        raw = np.frombuffer(chunk.data, RAW)
        if is_virtual:
            raw = raw[raw["kind"] != EventKind.COLLECT]
        part = np.zeros(len(raw), EVENT)
        for field in RAW.names or ():
            if field != "unused":
                part[field] = raw[field]
        part["waited"] = part["waited"] * WAITED_UNIT
        if chunk.what:
            part["what"] = chunk.what
        if chunk.track.kind == "thread":
            _place_python(part, raw, names, places)
        else:
            part["track"] = places.setdefault(chunk.track, len(places))
        parts.append(part)
    events = in_order(np.concatenate(parts)) if parts else np.zeros(0, EVENT)
    tracks = tuple([_track(track) for track in places])
    _find_waits(events, tracks, edges)
    return events, tracks


def _track(track: TrackName) -> Track:
    kind: Any = track.kind
    return Track(track.name, kind, track.number, track.device)


def _place_python(
    part: Events, raw: Events, names: Mapping[int, WorkName], places: dict[TrackName, int]
) -> None:
    """Puts Python's events on the tracks of their threads, and samples on tracks of their own."""
    part["waited"] = 0
    is_sample = np.isin(part["kind"], _SAMPLES)
    numbers = np.where(is_sample, part["what"], raw["waited"])
    for number in np.unique(numbers[is_sample]).tolist():
        track = TrackName(_text(names, number), "samples")
        part["track"][is_sample & (numbers == number)] = places.setdefault(track, len(places))
    for number in np.unique(numbers[~is_sample]).tolist():
        track = TrackName(_text(names, number), "thread")
        part["track"][~is_sample & (numbers == number)] = places.setdefault(track, len(places))


def _text(names: Mapping[int, WorkName], number: int) -> str:
    name = names.get(number)
    return "?" if name is None else name.text


def _find_waits(
    events: Events, tracks: Sequence[Track], edges: Mapping[int, Mapping[int, Edges]]
) -> None:
    """Finds what held executions whose queues do not say it: of their waits, the last to end."""
    if not any(edges.values()):
        return
    indices = np.array([track.index for track in tracks], "u8")[events["track"]]
    is_execution = events["kind"] == EventKind.EXECUTION
    points = (indices << np.uint64(VALUES)) | events["value"]
    finished = dict(
        zip(points[is_execution].tolist(), events["finished"][is_execution].tolist(), strict=True)
    )
    for index, waits in edges.items():
        mine = np.flatnonzero(is_execution & (indices == index))
        mine = mine[np.argsort(events["value"][mine])]
        values = events["value"][mine].tolist()
        for value in sorted(waits):
            place = bisect_right(values, value - 1)  # the execution that it holds
            known = [i << VALUES | v for i, v in waits[value] if (i << VALUES | v) in finished]
            if place < len(values) and known:
                at = mine[place]
                best = max(known, key=finished.__getitem__)
                before = finished.get(int(events["waited_for"][at]), -1)
                if finished[best] > before:
                    events["waited_for"][at] = best


def names_of(names: Mapping[int, WorkName], events: Events) -> dict[int, Name]:
    """Returns the names that events have, as those of a trace."""
    used = np.unique(events["what"]).tolist()
    return {number: Name(*names[number]) for number in used if number in names}


def spans_of(spans: Mapping[int, SpanFacts], events: Events) -> dict[int, Span]:
    """Returns the spans that events are in, and those around them, as those of a trace."""
    ended = events["node"][events["kind"] == EventKind.SPAN]
    left: list[int] = [*np.unique(events["tag"]).tolist(), *ended.tolist()]
    found: dict[int, Span] = {}
    while left:
        number = left.pop()
        span = spans.get(number)
        if span is not None and number not in found:
            found[number] = Span(*span)
            left.append(span.parent)
    return found


assert RAW.itemsize == EVENT_BYTES
