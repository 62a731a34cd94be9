"""Source: a ring, and whose events are in it from which number on."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from streamrt._native.core import Core
from streamrt._native.ring import Ring
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

    def __init__(
        self,
        core: Core,
        handle: int,
        size: int,
        flight: FlightFile | None = None,
        is_virtual: bool = False,
    ) -> None:
        """Makes an empty ring, in a flight file if there is one, which notes if time is virtual.

        Raises:
            OSError: the disk is full.
            MemoryError: there is no memory.
        """
        self.handle: int = handle
        self.tracks: list[tuple[int, TrackName]] = []
        self.edges: dict[int, Edges] = {}
        self.what: Callable[[], int] | None = None
        self._room = None if flight is None else flight.room(size, is_virtual)
        self.ring: Ring = Ring(core, size, None if self._room is None else self._room.memory)
        if self._room is not None:
            self._room.ready()

    def begin(self, track: TrackName) -> None:
        """Has events from now on belong to a track."""
        if self.tracks and self.tracks[-1][1] == track:
            return
        written = self.ring.written
        self.tracks.append((written, track))
        while len(self.tracks) > 2 and self.tracks[1][0] + self.ring.size <= written:
            del self.tracks[0]  # all its events were overwritten
        if self._room is not None:
            self._room.begin(written, *track)
