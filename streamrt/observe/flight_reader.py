"""FlightReader: reads flight files, also while they are written, and also broken ones.

Nothing in a file is believed: places and sizes are compared with the file's own size, and what is
no event, name or span is left out. The file is read and not mapped, so whoever cuts it short while
it is read raises an error here, and no signal.
"""

from __future__ import annotations

import ctypes
import json
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np

from streamrt._native.ring import EVENT_BYTES, HEAD_BYTES, RingHead, ring_bytes
from streamrt._refusals import refusing
from streamrt._runtime.recorder.flight_format import (
    CARD_BYTES,
    MAGIC,
    RING_MAGIC,
    SLOT_BYTES,
    TRACKS,
    Head,
    RingCard,
    first_ring,
    in_slot,
    rounded,
)
from streamrt._runtime.recorder.flight_format import HEAD_BYTES as FILE_HEAD
from streamrt._runtime.recorder.names import WorkName
from streamrt._runtime.recorder.recorder import MOST_EVENTS
from streamrt._runtime.recorder.sources import TrackName
from streamrt._runtime.recorder.spans import SpanFacts
from streamrt.errors import ArgumentError
from streamrt.observe.building import RAW
from streamrt.observe.trace import STATES, EventKind, Events

MOST_TEXT = 1 << 26  # bytes of names
MOST_SPANS = 1 << 20
MOST_PAGE = 1 << 20
MOST_MISSES = 4096  # pages without a ring, before the rest of a file is left alone
MOST_WRITTEN = 1 << 60
UNSURE = TrackName("?", "stream")
KINDS = ("stream", "host", "replay", "thread", "samples")

T = TypeVar("T")


class FileRing(NamedTuple):
    """A ring of a file.

    Attributes:
        place: where its card lies.
        size: the number of events that it holds.
        first: the number of its first event.
        is_virtual: whether its times are virtual.
        what: the program whose nodes its events are; 0 for others.
        tracks: the tracks, each with the number of its first event.
    """

    place: int
    size: int
    first: int
    is_virtual: bool
    what: int
    tracks: tuple[tuple[int, TrackName], ...]

    @property
    def track(self) -> TrackName:
        """The track of its newest events."""
        return self.tracks[-1][1] if self.tracks else UNSURE


class FlightReader:
    """Reads one flight file.

    Attributes:
        path: where it is.
        head: its head, as it was when it was read last.
    """

    @refusing
    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Opens a file.

        Raises:
            ArgumentError: it is no flight file, or too short for one.
            OSError: it cannot be read.
        """
        self.path: Path = Path(path)
        self._file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # a pipe holds nobody
        try:
            if not stat.S_ISREG(os.fstat(self._file).st_mode):
                raise self._refusal("it is no regular file")
            self.head: Head = self.look()
        except BaseException:
            self.close()
            raise
        self._names: dict[int, WorkName] = {}
        self._names_read = 0

    def close(self) -> None:
        """Closes the file."""
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)

    def __enter__(self) -> FlightReader:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _refusal(self, found: str) -> ArgumentError:
        return ArgumentError(
            f"read the flight file {os.fspath(self.path)!r}: {found}; pass a file that "
            "Runtime(flight=...) wrote, of this version of streamrt"
        )

    def _at(self, place: int, nbytes: int) -> bytes:
        """Returns bytes of the file; fewer where it ends."""
        parts = list[bytes]()
        while nbytes and (part := os.pread(self._file, nbytes, place)):
            parts.append(part)
            place, nbytes = place + len(part), nbytes - len(part)
        return b"".join(parts)

    def look(self) -> Head:
        """Reads the head again, and returns it."""
        data = self._at(0, ctypes.sizeof(Head))
        if data[: len(MAGIC)] != MAGIC:
            raise self._refusal("it begins with other bytes")
        if len(data) < ctypes.sizeof(Head):
            raise self._refusal(f"it ends after {len(data)} bytes")
        head = Head.from_buffer_copy(data)
        page_ok = FILE_HEAD <= head.page <= MOST_PAGE and not head.page & head.page - 1
        if not page_ok or head.text_size > MOST_TEXT or head.spans > MOST_SPANS:
            raise self._refusal("its head is damaged")
        if first_ring(head) > self.size:
            raise self._refusal(f"it ends after {self.size} bytes")
        self.head = head
        return head

    @property
    def size(self) -> int:
        """The size of the file in bytes."""
        return os.fstat(self._file).st_size

    # -- names and spans ------------------------------------------------------------------------

    def names(self) -> dict[int, WorkName]:
        """Returns the names that are there now, by number."""
        used = min(self.look().text_used, self.head.text_size)
        if used > self._names_read:
            data = self._at(FILE_HEAD + self._names_read, used - self._names_read)
            self._names_read += len(data)
            for line in data.splitlines():
                found = _parsed(line, _name)
                if found is not None:
                    self._names[found[0]] = found[1]
        return self._names

    def spans(self) -> dict[int, SpanFacts]:
        """Returns the newest spans by number."""
        data = self._at(FILE_HEAD + self.head.text_size, SLOT_BYTES * self.head.spans)
        found: dict[int, SpanFacts] = {}
        for number, text in _slots(data):
            span = _parsed(text, _span)
            if span is not None:
                found[number] = span
        return dict(sorted(found.items()))

    # -- rings ----------------------------------------------------------------------------------

    def rings(self) -> list[FileRing]:
        """Returns the rings that are there now."""
        found: list[FileRing] = []
        place, end, misses, page = first_ring(self.head), self.size, 0, self.head.page
        while place + CARD_BYTES <= end and misses < MOST_MISSES:
            ring = self._ring(place, end)
            if ring is None:  # it is being made, or damaged: the next one follows at some page
                place, misses = place + page, misses + 1
            else:
                found.append(ring)
                place += rounded(CARD_BYTES + ring_bytes(ring.size), page)
        return found

    def _ring(self, place: int, end: int) -> FileRing | None:
        data = self._at(place, CARD_BYTES)
        if len(data) < CARD_BYTES or data[: len(RING_MAGIC)] != RING_MAGIC:
            return None
        card = RingCard.from_buffer_copy(data)
        size = card.size
        if not 2 <= size <= MOST_EVENTS or size & size - 1 or card.what >= 1 << 32:
            return None
        if place + CARD_BYTES + ring_bytes(size) > end:
            return None
        slots = sorted(_slots(data[SLOT_BYTES : SLOT_BYTES * (1 + TRACKS)]))
        tracks = [track for _, text in slots if (track := _parsed(text, _track)) is not None]
        is_virtual = bool(card.is_virtual)
        return FileRing(place, size, card.first, is_virtual, card.what, tuple(tracks))

    def counts(self, ring: FileRing) -> RingHead | None:
        """Returns the counts and sums of a ring; None if they are damaged."""
        data = self._at(ring.place + CARD_BYTES, HEAD_BYTES)
        if len(data) < HEAD_BYTES:
            return None
        head = RingHead.from_buffer_copy(data)
        return head if head.mask == ring.size - 1 and head.written < MOST_WRITTEN else None

    def events(self, ring: FileRing, first: int) -> tuple[Events, int, int]:
        """Returns the events of a ring from a number on, the number of the first, and the next.

        Events that may have been written over meanwhile are left out, as `Ring.read` does.
        """
        nothing = np.zeros(0, RAW)
        before = self.counts(ring)
        if before is None:
            return nothing, first, first
        written, size = before.written, ring.size
        first = max(first, ring.first, written - size)
        if first >= written:
            return nothing, written, written
        begin, end = first % size, written % size
        events = ring.place + CARD_BYTES + HEAD_BYTES
        if begin < end:
            data = self._at(events + EVENT_BYTES * begin, EVENT_BYTES * (end - begin))
        else:
            data = self._at(events + EVENT_BYTES * begin, EVENT_BYTES * (size - begin))
            data += self._at(events, EVENT_BYTES * end)
        after = self.counts(ring)
        if after is None or after.written < written or len(data) != EVENT_BYTES * (written - first):
            return nothing, written, written
        kept = min(max(first, after.written - size + 1), written)
        return np.frombuffer(data, RAW)[kept - first :], kept, written


def sound(events: Events) -> Events:
    """Returns the events that can be such; of a file that is whole, all of them."""
    kinds = events["kind"]
    are_sound = (kinds < len(EventKind)) & (events["state"] < len(STATES))
    are_sound &= (kinds != EventKind.EXECUTION) | (events["value"] > 0)
    are_sound &= (kinds != EventKind.NODE) | (events["node"] > 0)
    return events[are_sound]


def _slots(data: bytes) -> Iterator[tuple[int, bytes]]:
    for place in range(0, len(data) - SLOT_BYTES + 1, SLOT_BYTES):
        found = in_slot(data[place : place + SLOT_BYTES])
        if found is not None:
            yield found


def _parsed(text: bytes, take: Callable[..., T]) -> T | None:
    """Returns a line of JSON, a list, as it is taken; None if it says something else."""
    try:
        return take(*json.loads(text))
    except (ValueError, TypeError, RecursionError):
        return None


def _name(number: int, text: str, kind: str, site: str, nbytes: int) -> tuple[int, WorkName]:
    return _count(number), WorkName(_text(text), _text(kind), _text(site), _count(nbytes))


def _span(name: str, parent: int, facts: dict[str, str], context: list[int] | None) -> SpanFacts:
    shown = {_text(key): _text(value) for key, value in dict(facts).items()}
    if context is None:
        return SpanFacts(_text(name), _count(parent), shown)
    trace, span = context
    ids = _count(trace, 1 << 128), _count(span, 1 << 64)
    return SpanFacts(_text(name), _count(parent), shown, ids)


def _track(first: int, name: str, kind: str, index: int, device: str) -> tuple[int, TrackName]:
    if kind not in KINDS:
        raise ValueError(kind)
    return _count(first), TrackName(_text(name), kind, _count(index), _text(device))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _count(value: object, most: int = 1 << 63) -> int:
    if type(value) is not int or not 0 <= value < most:
        raise TypeError(value)
    return value
