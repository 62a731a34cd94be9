"""Source: a ring, and whose events are in it from which number on."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from streamrt._native.core import Core
from streamrt._native.ring import Ring, ring_bytes
from streamrt._runtime.recorder.flight_file import FlightFile


class TrackName(NamedTuple):
    """A track; `streamrt.observe.trace.Track` describes the fields."""

    name: str
    kind: str
    number: int = 0
    device: str = ""


Edges = tuple[tuple[int, int], ...]  # points: the index of a timeline, and a value


class Source:
    """One ring with its tracks.

    Attributes:
        handle: the queue that writes it; 0 for Python's own events.
        ring: the ring.
        tracks: the tracks, each with the number of its first event.
        edges: of a queue that Python hands commands to: what each value waits for.
        what: gives the name of a program whose nodes these are; None for other rings.
    """

    def __init__(self, core: Core, handle: int, size: int, flight: FlightFile | None) -> None:
        """Makes an empty ring, in the flight file if there is one.

        Raises:
            OSError: the disk is full.
            MemoryError: there is no memory.
        """
        self.handle: int = handle
        self.tracks: list[tuple[int, TrackName]] = []
        self.edges: dict[int, Edges] = {}
        self.what: Callable[[], int] | None = None
        self._flight = flight
        memory, self._place = (None, 0) if flight is None else flight.room(ring_bytes(size))
        self.ring: Ring = Ring(core, size, memory)

    def begin(self, track: TrackName) -> None:
        """Has events from now on belong to a track."""
        if self.tracks and self.tracks[-1][1] == track:
            return
        written = self.ring.written
        self.tracks.append((written, track))
        while len(self.tracks) > 2 and self.tracks[1][0] + self.ring.size <= written:
            del self.tracks[0]  # all its events were overwritten
        if self._flight is not None:
            ring = {"ring": self._place, "size": self.ring.size, "from": written}
            self._flight.write(ring | track._asdict())
