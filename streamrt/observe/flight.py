"""The trace in a flight file, of a program that runs, has ended or was killed."""

from __future__ import annotations

import os

from streamrt._core.values import shown
from streamrt._refusals import refusing
from streamrt._runtime.recorder.flight_format import Head
from streamrt._runtime.recorder.reading import Chunk
from streamrt.errors import ArgumentTypeError
from streamrt.observe.building import build, names_of, spans_of
from streamrt.observe.flight_reader import UNSURE, FileRing, FlightReader, sound
from streamrt.observe.life import RUNS, STOPPED, life_of, now_of
from streamrt.observe.trace import Clock, Events, Trace

__all__ = ["read", "trace_of"]


@refusing
def read(path: str | os.PathLike[str]) -> Trace:
    """Reads the trace in a flight file, which `Runtime(flight=folder)` or the watchdog wrote.

        trace = observe.read("/run/app/streamrt-4711-0.flight")

    The program may be running, may have ended, or may have been killed. It does not notice, and
    need not cooperate: it may hang, hold the interpreter's lock, or be stopped.

    A file has the newest 1023 events of each stream, and four times as many of Python's. `lost`
    counts older ones, those that nobody had a ring for, and damaged ones. Names, spans and streams
    that found no room in the file read "?", or are missing. There are no nodes of replays. What
    held an execution is not known for queues to which Python hands the commands.

    Args:
        path: the file.

    Raises:
        ArgumentError: it is no flight file, or it is cut short or damaged.
        OSError: it cannot be read.
    """
    if not isinstance(path, str | os.PathLike):
        raise ArgumentTypeError(f"read a flight file: found {shown(path)}; pass a str or a Path")
    with FlightReader(path) as reader:
        return trace_of(reader)


def trace_of(reader: FlightReader) -> Trace:
    """Returns the trace that a reader finds now."""
    chunks: list[Chunk] = []
    rings = reader.rings()
    lost = reader.head.lost
    for ring in rings:
        found, first, end = reader.events(ring, 0)
        lost += end
        chunks += _chunks(ring, found, first)
    names = reader.names()  # after the events, so that theirs are there
    is_virtual = {ring.is_virtual for ring in rings if ring.track.kind == "stream"} == {True}
    events, tracks = build(chunks, names, {}, is_virtual=is_virtual)
    head = reader.look()
    began, ended = _times(head, events, is_virtual)
    return Trace(
        events,
        tracks,
        names_of(names, events),
        spans_of(reader.spans(), events),
        lost=max(0, lost - len(events)),
        clock=Clock("virtual") if is_virtual else Clock("monotonic", head.wall, head.boot),
        began=began,
        ended=ended,
        pid=head.pid,
        process=head.process.decode("utf-8", "replace"),
    )


def _chunks(ring: FileRing, events: Events, first: int) -> list[Chunk]:
    """Returns the events of a ring by track."""
    last = first + len(events)
    tracks = ((0, UNSURE), *ring.tracks)
    ends = [*(start for start, _ in ring.tracks), last]
    found: list[Chunk] = []
    for (start, track), end in zip(tracks, ends, strict=True):
        low, high = max(start, first), min(end, last)
        if low < high:
            part = sound(events[low - first : high - first])
            found.append(Chunk(track, part.tobytes(), ring.what))
    return found


def _times(head: Head, events: Events, is_virtual: bool) -> tuple[int, int]:
    """Returns when a recording began, and when it ended, or was read."""
    last = int(events["finished"][-1]) if len(events) else head.began
    if is_virtual:
        return 0, last
    if head.copied and len(events):
        return int(events["started"].min()), head.copied
    if head.ended or head.copied:
        return head.began, head.ended or head.copied
    now = now_of(head) if life_of(head) in (RUNS, STOPPED) else None
    return head.began, last if now is None else now
