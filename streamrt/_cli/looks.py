"""Looks at a flight file, one after the other, and what they say of the time between them."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from streamrt._cli.words import clock, duration, printable, size
from streamrt._runtime.recorder.names import WorkName
from streamrt.observe.flight_reader import FileRing, FlightReader, sound
from streamrt.observe.life import RUNS, STOPPED, WORDS, life_of, now_of
from streamrt.observe.trace import EventKind

LOOKS = 9  # kept: with two a second, figures are of the last four seconds
TITLES = (
    *("stream", "per s", "busy", "queued p50", "p99", "ran p50", "p99"),
    *("last", "ended ago"),
)
NONE = "-"


class RingCounts(NamedTuple):
    """The counts of a ring at a look."""

    written: int
    ran_sum: int
    queued: tuple[int, ...]
    ran: tuple[int, ...]


class Screen(NamedTuple):
    """A picture of a program, as text.

    Attributes:
        lines: what stands above the table.
        rows: the rows of the table, one for each stream; the first has the titles.
    """

    lines: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class _Waits(deque[tuple[int, int]]):
    """The newest waits of one kind: when they ended, and how long they took."""

    def __init__(self) -> None:
        super().__init__(maxlen=4096)


class Looks:
    """The newest looks at one file."""

    def __init__(self, reader: FlightReader) -> None:
        self._reader = reader
        self._looks: deque[tuple[int, dict[int, RingCounts]]] = deque(maxlen=LOOKS)
        self._memory: dict[str, int] = {}
        self._waits = {EventKind.LATE: _Waits(), EventKind.WAKE: _Waits()}
        self._next = 0  # of Python's events

    def look(self, now: int) -> Screen:
        """Looks at the file; `now` is the time of the monotonic clock."""
        rings = self._reader.rings()
        names = self._reader.names()
        counts: dict[int, RingCounts] = {}
        for ring in rings:
            head = self._reader.counts(ring)
            if head is not None:
                numbers = head.written, head.ran_sum, tuple(head.queued), tuple(head.ran)
                counts[ring.place] = RingCounts(*numbers)
            if ring.track.kind == "thread":
                self._read_python(ring, names)
        self._looks.append((now, counts))
        streams = [r for r in rings if r.track.kind in ("stream", "host") and r.place in counts]
        streams.sort(key=lambda ring: ring.track.name)
        rows = [self._row(ring, names, now) for ring in streams]
        return Screen(self._lines(now), (TITLES, *rows))

    def _read_python(self, ring: FileRing, names: dict[int, WorkName]) -> None:
        events, _, self._next = self._reader.events(ring, self._next)
        for event in sound(events):
            if event["kind"] == EventKind.MEMORY:
                self._memory[_named(names, event["what"])] = int(event["value"])
            elif event["kind"] in self._waits:
                began, ended = int(event["started"]), int(event["finished"])
                self._waits[EventKind(event["kind"])].append((ended, ended - began))

    def _row(self, ring: FileRing, names: dict[int, WorkName], now: int) -> tuple[str, ...]:
        since, earlier = self._looks[0]
        newest = self._looks[-1][1][ring.place]
        zeros = RingCounts(0, 0, (0,) * len(newest.queued), (0,) * len(newest.ran))
        before = earlier.get(ring.place, zeros)
        passed = max(now - since, 1)
        ended = newest.written - before.written
        if not ended:
            before = zeros  # nothing has ended of late: all there was
        busy = 0 if before is zeros else min(1.0, (newest.ran_sum - before.ran_sum) / passed)
        times = [
            NONE if ns is None else duration(ns)
            for counts in ("queued", "ran")
            for ns in _quantiles(getattr(newest, counts), getattr(before, counts))
        ]
        last, ago = self._last(ring, names, newest.written)
        is_known = ended and len(self._looks) > 1 and since < now
        return (
            printable(ring.track.name),
            f"{ended / passed * 1e9:,.0f}" if is_known else "0",
            NONE if ring.is_virtual else f"{busy:.0%}",
            *times,
            last,
            ago if ring.is_virtual or not ago else duration(max(0, now - int(ago))),
        )

    def _last(self, ring: FileRing, names: dict[int, WorkName], written: int) -> tuple[str, str]:
        """Returns the name of a stream's last execution, and when it ended."""
        events = sound(self._reader.events(ring, max(0, written - 1))[0])
        if not len(events):
            return NONE, ""
        last = events[-1]
        return _named(names, last["what"]), NONE if ring.is_virtual else str(last["finished"])

    def _lines(self, now: int) -> tuple[str, ...]:
        head = self._reader.look()
        name, life = printable(head.process.decode("utf-8", "replace")), life_of(head)
        began = clock(head.began + head.wall, date=True)
        has_clock = life in (RUNS, STOPPED) and now_of(head) is not None
        span = f" ({duration(now - head.began)})" if has_clock else ""
        memory = ", ".join(
            f"{device} {size(used)}" for device, used in sorted(self._memory.items())
        )
        return (
            f"{name}  process {head.pid}: {WORDS[life]}",
            f"began {began}{span}",
            f"memory in use  {memory or NONE}",
            f"loops late     {self._lateness(EventKind.LATE)}",
            f"awaits resumed {self._lateness(EventKind.WAKE)}",
            f"lost           {head.lost} rings and {head.left_out} names found no room",
        )

    def _lateness(self, kind: EventKind) -> str:
        """Says how late loops were in the time between the looks."""
        since = self._looks[0][0] if len(self._looks) > 1 else 0
        late = sorted(took for ended, took in self._waits[kind] if ended >= since)
        if not late:
            return NONE
        middle, worst = duration(late[len(late) // 2]), duration(late[-1])
        return f"{len(late):,} times, after {middle} in the middle, {worst} at most"


def _named(names: dict[int, WorkName], number: int) -> str:
    name = names.get(int(number))
    return "?" if name is None else printable(name.text)


def _quantiles(after: Sequence[int], before: Sequence[int]) -> tuple[float | None, float | None]:
    """Returns the median and the 99th percentile of what was counted between two looks, in ns."""
    counts = [max(0, new - old) for new, old in zip(after, before, strict=True)]
    return quantile(counts, 0.5), quantile(counts, 0.99)


def quantile(counts: Sequence[int], part: float) -> float | None:
    """Returns a quantile of times; `counts` has how many took 2^i to 2^(i+1) ns."""
    wanted, seen = part * sum(counts), 0
    for i, count in enumerate(counts):
        if count and seen + count >= wanted:
            return 2.0**i * (1 + (wanted - seen) / count)
        seen += count
    return None
