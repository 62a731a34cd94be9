"""A player of scripts: it asks one tracker as a runtime would, and writes down each answer.

The answers are plain data: numbers of streams and handles, values and texts. So those of two
trackers can be compared. After each operation the player also writes down the state: of each
timeline, of each memory, and which steps are still kept by somebody.

Like a runtime, it keeps commands until the host has taken note of them. What is kept beyond that is
kept by the tracker.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from weakref import ref

from core.tracker_scripts import (
    LARGE,
    MOST_HANDLES,
    PARTS,
    Access,
    Ask,
    AskOrder,
    Back,
    End,
    New,
    Observe,
    On,
    Operation,
    Reap,
    Rows,
    Script,
    Stripes,
    Submit,
    Wait,
    Wrap,
    WrapExported,
)
from core.trackers import Cells, Command, Tracking, end

from streamrt._core.tracking.hazards import Edges
from streamrt._core.tracking.pool import Block, Pool
from streamrt._core.tracking.ranges import CAPTURED, DELETED, FROZEN, Region, Tracked
from streamrt._core.tracking.timeline import Step, Timeline
from streamrt.errors import StreamRTError

OUTSIDE = 1 << 20  # the address of the first array from outside
INSIDE = 1 << 30  # the address of the first block of a pool

Told = tuple[Any, ...]
Plain = list[tuple[int, int]]  # points or steps: the number of a stream, and a value


class Answer(NamedTuple):
    """The answer to one operation, and the state after it."""

    operation: object
    told: Any
    state: dict[str, Any]


@dataclass
class Held:
    """A buffer: a handle, the bytes that it covers, and its regions, which live as long."""

    tracked: Tracked
    start: int
    stop: int
    pool: Pool | None = None
    block: Block | None = None
    regions: dict[tuple[int, int, bool], Region] = field(default_factory=dict)


class Player:
    """Plays one script to one tracker."""

    def __init__(self, tracking: Tracking, script: Script) -> None:
        self.tracking = tracking
        self.script = script
        self.timelines = [tracking.timeline(f"cpu:{i % 2}/s{i}") for i in range(script.streams)]
        for stream in script.internal:
            self.timelines[stream].internal = True
        self.number = {timeline: i for i, timeline in enumerate(self.timelines)}
        self.pools = [Pool(), Pool()]
        self.areas = tracking.areas()
        self.lock = tracking.lock()
        self.held: list[Held] = []
        self.names = 0
        self.cells = Cells()
        self.known: list[ref[Command]] = []
        self.inflight: list[tuple[Command, int]] = []  # and how each will end

    def play(self) -> Iterator[Answer]:
        """Yields what each operation answered, and the state after it."""
        for operation in self.script.operations:
            with self.lock:
                told = self.do(operation)
            yield Answer(operation, told, self.state())
        with self.lock:
            for timeline in self.timelines:
                self.reap(timeline, timeline.value)
        yield Answer("all seen", None, self.state())
        with self.lock:
            self.held.clear()
            self.areas = self.tracking.areas()
        yield Answer("all dropped", None, self.state())

    # -- what happens ---------------------------------------------------------------------------

    def do(self, operation: Operation) -> object:
        match operation:
            case Submit(stream, wanted, fate, after):
                reads, writes = self.allowed(wanted)
                points = [self.point(back) for back in after]
                return self.submit(self.timeline(stream), reads, writes, fate, points)
            case Stripes():
                return self.stripes(operation)
            case Rows(handle, count):
                rows = [Stripes(i, handle, i, LARGE, "out") for i in range(count)]
                return [self.stripes(row) for row in rows]
            case Wait(stream, backs, asked):
                points = [self.point(back) for back in backs]
                return self.edges(self.tracking.wait(self.timeline(stream), points, asked))
            case End(back):
                self.end(*self.point(back))
            case Reap(back):
                self.reap(*self.point(back))
            case Observe(back):
                timeline, value = self.point(back)
                timeline.observe(value)
            case New(device, nbytes, for_host):
                return self.new(device, nbytes, for_host)
            case Wrap(low, high):
                return self.wrap(OUTSIDE + 32 * low, OUTSIDE + 32 * high)
            case WrapExported(handle, low, high):
                return self.wrap_exported(handle, low, high)
            case On(what, handle):
                return self.on(what, handle)
            case Ask(handle, low, high, has_gaps):
                held = self.handle(handle)
                return held and self.told(self.region(held, low, high, has_gaps))
            case AskOrder(back, other):
                return self.order(*self.point(back), *self.point(other))
        return None

    def timeline(self, stream: int) -> Timeline:
        return self.timelines[stream % len(self.timelines)]

    def point(self, back: Back) -> tuple[Timeline, int]:
        timeline = self.timeline(back.stream)
        return timeline, max(0, timeline.value - back.back)

    def handle(self, number: int) -> Held | None:
        return self.held[number % len(self.held)] if self.held else None

    def name(self) -> str | int:
        self.names += 1
        return self.names if self.names % 2 else f"b{self.names}"

    # -- commands -------------------------------------------------------------------------------

    def allowed(self, wanted: Sequence[Access]) -> tuple[list[Region], list[tuple[Region, bool]]]:
        """Returns the regions of the accesses that no bar forbids, and of the bold ones."""
        reads: list[Region] = []
        writes: list[tuple[Region, bool]] = []
        for access in wanted:
            bar = DELETED if access.mode == "in" else FROZEN
            held = self.held if access.bold else [h for h in self.held if h.tracked.bar < bar]
            if held:
                chosen = held[access.handle % len(held)]
                region = self.region(chosen, access.low, access.high, access.has_gaps)
                if access.mode == "in":
                    reads.append(region)
                else:
                    writes.append((region, access.mode == "inout"))
        return reads, writes

    def region(self, held: Held, low: int, high: int, has_gaps: bool) -> Region:
        nbytes = held.stop - held.start
        start, stop = (held.start + nbytes * part // PARTS for part in (low, high))
        known = held.regions.get((low, high, has_gaps))
        if known is None:
            known = self.tracking.region(held.tracked, start, stop, has_gaps)
            held.regions[low, high, has_gaps] = known
        return known

    def submit(
        self,
        timeline: Timeline,
        reads: list[Region],
        writes: list[tuple[Region, bool]],
        fate: int,
        after: Sequence[tuple[Timeline, int]] = (),
    ) -> Told:
        step = self.cells.step(timeline)
        try:
            told = self.tracking.track(step, reads, writes, self.script.manual, after)
        except StreamRTError as error:
            return type(error), str(error)
        self.known.append(self.cells.watched(step))
        self.inflight.append((step, fate))
        return self.edges(told[0]), self.steps(told[1])

    def stripes(self, stripes: Stripes) -> Told | None:
        held = self.handle(stripes.handle)
        if held is None:
            return None
        found = [
            self.tracking.region(held.tracked, at, min(at + 8, held.stop), stripes.has_gaps)
            for at in range(held.start + 8 * stripes.first, held.stop, 8 * stripes.every)
        ]
        timeline = self.timeline(stripes.stream)
        if stripes.mode == "in":
            return self.submit(timeline, found, [], stripes.fate)
        writes = [(region, stripes.mode == "inout") for region in found]
        return self.submit(timeline, [], writes, stripes.fate)

    def end(self, timeline: Timeline, value: int) -> None:
        for step, fate in self.inflight:
            if step.timeline is timeline and step.value <= value:
                end(step.cell, fate)

    def reap(self, timeline: Timeline, value: int) -> None:
        self.end(timeline, value)
        alive = [step for known in self.known if (step := known()) is not None]
        self.tracking.reap(timeline, value, alive)
        self.inflight = [
            (step, fate)
            for step, fate in self.inflight
            if step.timeline is not timeline or step.value > value
        ]

    # -- memory ---------------------------------------------------------------------------------

    def new(self, device: int, nbytes: int, for_host: bool) -> object:
        if len(self.held) >= MOST_HANDLES:
            return None
        pool = self.pools[device]
        block = pool.take(nbytes, for_host)
        if block is None:
            block = pool.add(INSIDE + (device << 20) + pool.reserved, nbytes)
        tracked = self.tracking.tracked(nbytes, self.name(), block.death)
        self.held.append(Held(tracked, 0, nbytes, pool, block))
        return block.address

    def wrap(self, start: int, stop: int) -> object:
        if len(self.held) >= MOST_HANDLES:
            return None
        try:
            tracked, origin = self.areas.enter(start, stop, f"w{self.name()}")
        except StreamRTError as error:
            return type(error), str(error)
        self.held.append(Held(tracked, start - origin, stop - origin))
        return origin

    def wrap_exported(self, number: int, low: int, high: int) -> object:
        found = [(h, h.block) for h in self.held if h.block and not h.tracked.bar & DELETED]
        if not found:
            return None
        held, block = found[number % len(found)]
        part, address = (held.stop - held.start) // PARTS, block.address
        self.areas.export(held.tracked, address)
        return self.wrap(address + part * low, address + part * high)

    def on(self, what: str, number: int) -> object:
        held = self.handle(number)
        if held is None:
            return None
        tracked = held.tracked
        is_room = len(self.held) < MOST_HANDLES
        if what == "share" and is_room and not tracked.bar & DELETED:
            self.held.append(Held(tracked.share(self.name()), held.start, held.stop))
        elif what == "donate" and is_room and not tracked.bar & DELETED:
            self.held.append(Held(tracked.pass_on(), held.start, held.stop, held.pool, held.block))
            held.pool = held.block = None
        elif what in {"freeze", "capture"}:
            tracked.bar |= FROZEN if what == "freeze" else CAPTURED
        elif what == "drop":
            self.held.remove(held)
        elif what in {"delete", "free"}:
            if what == "free":
                self.held.remove(held)
            return self.delete(held)
        return None

    def delete(self, held: Held) -> object:
        """Deletes a buffer as the runtime does; see `Reclaimer`."""
        tracked, pool, block = held.tracked, held.pool, held.block
        if tracked.handles is None and pool is not None and not tracked.bar & FROZEN:
            death = tracked.end()
        else:
            death = tracked.retire()
            if tracked.bar & FROZEN:
                death = {t: t.value for t in self.timelines if t.value > t.seen} or None
        if pool is not None and block is not None and not tracked.is_shared:
            pool.give(block, death)
        held.pool = held.block = None
        return self.points(death)

    # -- answers, as plain data -----------------------------------------------------------------

    def points(self, points: Mapping[Timeline, int] | None) -> Plain | None:
        return [(self.number[t], value) for t, value in points.items()] if points else None

    def steps(self, steps: Sequence[Step]) -> Plain:
        return [(self.number[step.timeline], step.value) for step in steps]

    def edges(self, edges: Edges) -> Told:
        return tuple((self.number[e.timeline], e.value, e.hazard, e.memory) for e in edges)

    def told(self, region: Region) -> Told:
        reuse = [(self.number[t], value) for t, value in region.reuse_points()]
        return self.steps(region.writers()), self.steps(region.unread_writers()), reuse

    def order(self, timeline: Timeline, value: int, other: Timeline, since: int) -> Told:
        depends = timeline.depends_on(value, other, since)
        return depends, self.frontier(timeline.frontier_at(value))

    def frontier(self, frontier: Mapping[Timeline, int]) -> dict[int, int]:
        return {self.number[t]: value for t, value in frontier.items()}

    def state(self) -> dict[str, object]:
        """Returns the state, as far as questions can find it without cutting a span."""
        numbers: dict[int, int] = {}
        memories: list[object] = []
        for held in self.held:
            tracked = held.tracked
            one = numbers.setdefault(tracked.memory, len(numbers))
            handles = tracked.handles
            bars = tracked.name, tracked.bar, tracked.is_shared, handles and len(handles)
            memories.append((one, bars, tracked.start, tracked.stop, tracked.nbytes))
            if one == len(numbers) - 1:
                whole = self.tracking.region(tracked, tracked.start, tracked.stop)
                memories.append((self.told(whole), self.points(tracked.death_frontier())))
        alive = [step for known in self.known if (step := known()) is not None]
        return {
            "value": [timeline.value for timeline in self.timelines],
            "seen": [timeline.seen for timeline in self.timelines],
            "frontier": [self.frontier(timeline.frontier) for timeline in self.timelines],
            "snapshots": [
                [self.frontier(t.frontier_at(value)) for value in range(t.seen, t.value + 1)][-6:]
                for t in self.timelines
            ],
            "memories": memories,
            "alive": self.steps(alive),
        }


def play(tracking: Tracking, script: Script) -> list[Answer]:
    """Returns all answers of a tracker to a script."""
    return list(Player(tracking, script).play())


def difference(one: Sequence[Answer], other: Sequence[Answer]) -> str | None:
    """Returns where the answers of two trackers to one script part, as text; None if nowhere."""
    for index, (first, second) in enumerate(zip(one, other, strict=True)):
        if first != second:
            lines = [f"operation {index}: {first.operation}"]
            if first.told != second.told:
                lines += [f"  told  {first.told}", f"  other {second.told}"]
            for key, value in first.state.items():
                if value != second.state[key]:
                    lines += [f"  {key} {value}", f"  other {second.state[key]}"]
            return "\n".join(lines)
    return None
