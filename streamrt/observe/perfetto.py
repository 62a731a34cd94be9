"""The format of Perfetto: a protobuf of packets, each a track, a begin, an end, or a sample.

Names and texts are interned: a packet at the front gives them numbers. Packets are made by the
thousand, from columns, so the time for an event is below a microsecond and the memory is bounded.

The numbers of fields are those of protos/perfetto/trace/trace_packet.proto and its neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from streamrt.observe import protobuf
from streamrt.observe.details import NAMES, Detail, Details
from streamrt.observe.lanes import Ints
from streamrt.observe.protobuf import Bytes, Piece, field
from streamrt.observe.slices import Counter, SliceRow, Slices, counters, ends_of_flows, slices
from streamrt.observe.trace import Trace

CHUNK: Final = 1 << 13  # packets that are made at once

_BOOT, _MONOTONIC, _WALL = 6, 3, 1  # clocks, as Perfetto numbers them
_BEGIN, _END, _INSTANT, _COUNTER = 1, 2, 3, 4
_BYTES, _COUNT = 3, 2  # units
_EXPLICIT, _BY_KEY = 3, 3  # tracks have an order; those of one key are shown as one
_SEQUENCE = field(10, 1)
_AFTER_NAMES = _SEQUENCE + field(13, 2)


def pieces(trace: Trace) -> Iterator[bytes]:
    """Yields a trace in the format of Perfetto; each piece is a number of whole packets."""
    parts = slices(trace)
    details = Details(trace, parts)
    tracks = _Tracks(trace)
    yield _beginning(trace)
    yield _packet(field(12, _names(details)) + _AFTER_NAMES)
    yield tracks.process()
    yield b"".join(tracks.of_rows(parts.rows))
    if trace.lost:
        yield _lost(trace, tracks)
    for counter in counters(trace):
        uuid, descriptor = tracks.of_counter(counter)
        yield descriptor
        yield from _samples(counter, uuid)
    yield from _events(trace, parts, details, tracks)


def _packet(content: bytes) -> bytes:
    return field(1, content)


def _beginning(trace: Trace) -> bytes:
    """The clocks, and which of them all times are in; virtual time is in Perfetto's own clock."""
    clock = _BOOT if trace.clock.kind == "virtual" else _MONOTONIC
    first = _packet(field(59, field(58, clock)) + _SEQUENCE + field(13, 1) + field(41, 1))
    if clock == _BOOT:
        return first
    at = trace.ended or trace.began
    times = {_MONOTONIC: at, _BOOT: at + trace.clock.boot, _WALL: at + trace.clock.wall}
    clocks = (field(1, field(1, one) + field(2, time)) for one, time in times.items())
    return _packet(field(6, b"".join(clocks)) + _SEQUENCE) + first


# --- texts ------------------------------------------------------------------------------------


def _names(details: Details) -> bytes:
    """All texts with their numbers: 1 and on."""

    def interned(kind: int, texts: Sequence[str]) -> bytes:
        return b"".join(field(kind, field(1, n) + field(2, t)) for n, t in enumerate(texts, 1))

    return (
        interned(1, details.categories)
        + interned(2, [label.text for label in details.labels])
        + interned(3, NAMES)
        + interned(29, [text for texts in details.texts.values() for text in texts])
    )


# --- tracks -----------------------------------------------------------------------------------


class _Tracks:
    """The numbers of tracks, and their packets.

    Numbers begin with the process's, so that the files of several processes can be joined to one.
    """

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self.base = (trace.pid + 1) << 24
        self._ranks = 0
        self._devices: dict[str, int] = {}
        self._next = self.base

    def process(self) -> bytes:
        """Returns the packet of the process."""
        trace = self._trace
        virtual = trace.clock.kind == "virtual"
        name = (trace.process or "streamrt") + (" (virtual time)" if virtual else "")
        of_process = field(1, trace.pid) + field(6, name)
        if virtual:
            of_process += field(8, "virtual time")
        described = field(3, of_process) if trace.pid else field(2, name)
        return self._described(field(1, self.base) + described + field(11, _EXPLICIT))

    def of_rows(self, rows: Sequence[SliceRow]) -> Iterator[bytes]:
        """Yields the packets of rows, those of devices first; the first row is `base` + 1."""
        numbers = range(self.base + 1, self.base + 1 + len(rows))
        self._next += len(rows)
        for place in sorted(range(len(rows)), key=lambda at: (not rows[at].device, at)):
            row = rows[place]
            parent = self.base
            if row.device:
                parent, packet = self._of_device(row.device)
                yield packet
            same = field(15, _BY_KEY) + field(17, numbers[row.first])
            yield self._child(numbers[place], parent, row.name, same)

    def of_counter(self, counter: Counter) -> tuple[int, bytes]:
        """Returns the number and the packet of a counter's track."""
        packet, parent = b"", self.base
        if counter.device:
            parent, packet = self._of_device(counter.device)
        self._next += 1
        number = self._next
        unit = field(8, field(3, _BYTES if counter.unit == "bytes" else _COUNT))
        return number, packet + self._child(number, parent, counter.name, unit)

    def _of_device(self, device: str) -> tuple[int, bytes]:
        """The number of a device's track, and its packet if it has none yet."""
        if device in self._devices:
            return self._devices[device], b""
        self._next += 1
        self._devices[device] = self._next
        return self._next, self._child(self._next, self.base, device, field(11, _EXPLICIT))

    def _child(self, number: int, parent: int, name: str, more: bytes) -> bytes:
        self._ranks += 1
        track = field(1, number) + field(5, parent) + field(2, name) + field(12, self._ranks)
        return self._described(track + more)

    def _described(self, track: bytes) -> bytes:
        return _packet(field(60, track) + _AFTER_NAMES)


def _lost(trace: Trace, tracks: _Tracks) -> bytes:
    """An instant of the process that says how many events were lost."""
    said = field(4, field(10, "lost") + field(4, trace.lost))
    event = field(9, _INSTANT) + field(11, tracks.base) + field(23, f"{trace.lost} events lost")
    return _packet(field(8, trace.began) + _AFTER_NAMES + field(11, event + said))


# --- events -----------------------------------------------------------------------------------


def _packets(times: Ints, event: Sequence[Piece]) -> Bytes:
    """Packets of one shape, each with a time and an event, as rows of bytes."""
    packet = [*protobuf.varints(8, times), _AFTER_NAMES, *protobuf.messages(11, event)]
    return protobuf.written(protobuf.messages(1, packet), len(times))


def _samples(counter: Counter, uuid: int) -> Iterator[bytes]:
    """The packets of a counter."""
    head = field(9, _COUNTER) + field(11, uuid)
    for at in range(0, len(counter.times), CHUNK):
        values = counter.values[at : at + CHUNK]
        yield _packets(
            counter.times[at : at + CHUNK], [head, *protobuf.varints(30, values)]
        ).tobytes()


def _events(trace: Trace, parts: Slices, details: Details, tracks: _Tracks) -> Iterator[bytes]:
    """The packets of slices, in the order of `_sequence`."""
    begins = _Begins(trace, parts, details, tracks)
    sequence = _sequence(parts.started, parts.finished)
    for at in range(0, len(sequence), CHUNK):
        codes = sequence[at : at + CHUNK]
        ends = np.flatnonzero(codes < 0)
        ended = ~codes[ends]
        event = [field(9, _END), *protobuf.varints(11, parts.row[ended] + tracks.base + 1)]
        shapes = [(ends, _packets(parts.finished[ended], event))]
        places = np.flatnonzero(codes >= 0)
        if len(places):  # they are neighbours in the order of begins
            first, last = int(codes[places[0]]), int(codes[places[-1]])
            shapes += [(places[some], rows) for some, rows in begins.of(slice(first, last + 1))]
        yield protobuf.scattered(shapes, len(codes)).tobytes()


def _sequence(started: Ints, finished: Ints) -> Ints:
    """The begins (their places) and the ends (the inverted places) of slices, as time rises.

    At one time, slices that began earlier end first. An end closes the innermost open slice of its
    row, so the order of those ends does not matter. A slice without length ends right behind its
    begin.
    """
    count = len(started)
    short = finished == started
    long = np.flatnonzero(~short)
    ends = long[np.argsort(finished[long], kind="stable")]
    before = np.searchsorted(started, finished[ends], side="left")  # the begins before each end
    shorts = np.concatenate([[0], np.cumsum(short)])
    at = np.arange(count)
    at += np.cumsum(np.bincount(before, minlength=count + 1))[:count] + shorts[:-1]
    sequence = np.empty(2 * count, np.int64)
    sequence[at] = np.arange(count)
    sequence[at[short] + 1] = ~np.flatnonzero(short)
    sequence[np.arange(len(ends)) + before + shorts[before]] = ~ends
    return sequence


class _Begins:
    """The packets of begins, with all that is said of a slice."""

    def __init__(self, trace: Trace, parts: Slices, details: Details, tracks: _Tracks) -> None:
        self._parts = parts
        self._details = details
        self._first_row = tracks.base + 1
        lengths = [len(texts) for texts in details.texts.values()]
        firsts = np.cumsum([1, *lengths])[:-1].tolist()
        self._first_text = dict(zip(details.texts, firsts, strict=True))
        self._flow = trace.pid << 40  # as with tracks, flows of several processes differ
        self._ends = ends_of_flows(parts)

    def of(self, some: slice) -> Iterator[tuple[Ints, Bytes]]:
        """Yields the places of slices of one shape among some neighbours, and their packets."""
        found = list(self._details.of(some))
        facts = {at: _facts(said) for at, said in self._details.facts(some).items()}
        shape = self._ends.ended[some] | np.diff(self._ends.at[some.start : some.stop + 1]) << 32
        for bit, detail in enumerate(found, 2):
            shape |= detail.there.astype(np.int64) << bit
        for at in facts:
            shape[at] = -at - 1  # a shape of its own
        shapes, which = np.unique(shape, return_inverse=True)
        for number in range(len(shapes)):
            places = np.flatnonzero(which == number)
            known = [detail for detail in found if detail.there[places[0]]]
            event = self._event(some.start + places)
            for detail in known:
                event += self._detail(detail, places)
            event += self._flows(some.start + places)
            event.append(facts.get(int(places[0]), b""))
            yield places, _packets(self._parts.started[some][places], event)

    def _event(self, slices: Ints) -> list[Piece]:
        """The begin itself, with a track, a name and a category."""
        label = self._details.label[slices]
        return [
            field(9, _BEGIN),
            *protobuf.varints(11, self._parts.row[slices] + self._first_row),
            *protobuf.varints(10, label + 1),
            *protobuf.varints(3, self._details.category[label] + 1),
        ]

    def _detail(self, detail: Detail, places: Ints) -> list[Piece]:
        numbers, name = detail.numbers[places], field(1, NAMES.index(detail.name) + 1)
        if detail.name in self._first_text:
            numbers = numbers + self._first_text[detail.name]
            return protobuf.messages(4, [name, *protobuf.varints(17, numbers)])
        return protobuf.messages(4, [name, *protobuf.varints(4, numbers)])

    def _flows(self, slices: Ints) -> list[Piece]:
        """The flows that begin and end at slices, of each as many."""
        first, found = int(slices[0]), list[Piece]()
        count = int(self._ends.at[first + 1] - self._ends.at[first])
        if count:
            begun = self._ends.begun[self._ends.at[slices][:, None] + np.arange(count)]
            found += protobuf.fixed64s(47, begun + self._flow)
        for bit in (0, 1):
            if int(self._ends.ended[first]) >> bit & 1:
                found += protobuf.fixed64s(48, (slices * 2 + bit + self._flow)[:, None])
        return found


def _facts(said: Mapping[str, str]) -> bytes:
    """The facts of one span."""
    entries = (field(11, field(10, name) + field(6, text)) for name, text in said.items())
    return field(4, field(10, "facts") + b"".join(entries))
