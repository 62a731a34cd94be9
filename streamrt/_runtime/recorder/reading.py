"""Reader: what was read of the rings so far, and how much was lost before that."""

from __future__ import annotations

import threading
from collections import deque
from typing import NamedTuple

from streamrt._native.ring import EVENT_BYTES
from streamrt._runtime.recorder.recorder import Recorder
from streamrt._runtime.recorder.sources import Source, TrackName


class Chunk(NamedTuple):
    """Events of one track, as bytes.

    Attributes:
        track: the track; for Python's own events, one for all threads.
        data: the events, each as the structure `event` of events.h.
        what: the name of a program whose nodes these are; 0 for others.
    """

    track: TrackName
    data: bytes
    what: int = 0

    @property
    def events(self) -> int:
        """The number of its events."""
        return len(self.data) // EVENT_BYTES


class Reader:
    """Reads the events that are written from now on.

    Attributes:
        chunks: what was read and kept, in order.
        lost: the events that were overwritten before they were read, or not kept.
        most: the most events to keep; the oldest ones go first.
        kept: how many it keeps.
    """

    def __init__(self, recorder: Recorder, most: int) -> None:
        self.chunks: deque[Chunk] = deque()
        self.lost: int = 0
        self.most: int = most
        self.kept: int = 0
        self._recorder = recorder
        self._lock = threading.Lock()
        self._unplaced = recorder.unplaced
        self._next = {source: source.ring.written for source in recorder.sources.values()}

    def read(self) -> None:
        """Reads what is new in all rings."""
        with self._lock:
            for source in self._recorder.all_sources():
                self._read(source)
            self.lost += self._recorder.unplaced - self._unplaced
            self._unplaced = self._recorder.unplaced
            while self.kept > self.most:
                gone = self.chunks.popleft()
                self.kept -= gone.events
                self.lost += gone.events

    def forked(self) -> None:
        """See `Watcher`."""
        self._lock = threading.Lock()

    def _read(self, source: Source) -> None:
        wanted = self._next.get(source, 0)
        if source.ring.written == wanted:
            return
        data, first = source.ring.read(wanted)
        if first > wanted:
            self.lost += first - wanted
            self._recorder.tell_lost(first - wanted)
        end = self._next[source] = first + len(data) // EVENT_BYTES
        what = source.what() if source.what is not None else 0
        tracks = list(source.tracks)
        ends = [*(start for start, _ in tracks[1:]), end]
        for (start, track), stop in zip(tracks, ends, strict=True):
            low, high = max(start, first), min(stop, end)
            if low < high:
                part = data[EVENT_BYTES * (low - first) : EVENT_BYTES * (high - first)]
                self.chunks.append(Chunk(track, part, what))
                self.kept += high - low
