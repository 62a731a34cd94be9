"""Programs for the pictures, with waits from the tracker, so that the pictures show the real waits.

The times are invented. The waits are the answers of `streamrt._core.tracking.hazards.track`.
"""

from __future__ import annotations

from chart import Arrow, Bar

from streamrt._core.tracking.hazards import Edge, track
from streamrt._core.tracking.ranges import Region, Tracked
from streamrt._core.tracking.timeline import Step, Timeline

WAKE = 0.45  # units of time between an end and the start that waited for it


class Stream:
    """A lane: a timeline, the moment when it is free again, and its bars by value."""

    def __init__(self, lane: int, name: str) -> None:
        self.lane = lane
        self.timeline = Timeline(name)
        self.free = 0.0
        self.bars: list[Bar] = []


class Program:
    """A list of submitted commands, and the times when they run."""

    def __init__(self, *streams: str) -> None:
        self._streams = {name: Stream(lane, name) for lane, name in enumerate(streams)}
        self._bare = {name: Timeline(name) for name in streams}
        self._memory: dict[str, tuple[Tracked, Tracked]] = {}
        self.waits: list[tuple[Edge, Arrow]] = []
        self.left_out: list[tuple[Edge, Arrow]] = []

    @property
    def bars(self) -> list[Bar]:
        """The bars of all commands so far."""
        return [bar for stream in self._streams.values() for bar in stream.bars]

    def run(
        self,
        stream: str,
        label: str,
        length: float,
        reads: str = "",
        writes: str = "",
        kind: str = "work",
        after: float = 0.0,
    ) -> Bar:
        """Submits a command.

        Args:
            stream: the name of its stream.
            label: the words in its bar.
            length: the time that it runs.
            reads: the names of the buffers that it reads.
            writes: the names of the buffers that it writes.
            kind: the kind of its bar.
            after: the time of its submission.
        """
        own = self._streams[stream]
        edges = self._track(own.timeline, 0, reads, writes)
        bare = self._bare[stream]
        everything = self._track(bare, 1, reads, writes)
        # This timeline forgets its waits, so that none is left out.
        bare.frontier = {}
        bare._values.clear()
        bare._snapshots.clear()
        start = max([after, own.free, *(self._at(edge).end + WAKE for edge in edges)])
        frontier = {t.name: v for t, v in own.timeline.frontier.items()}
        note = f"knows {', '.join(f'{t}@{v}' for t, v in frontier.items())}" if frontier else ""
        bar = Bar(own.lane, start, start + length, label, kind, note)
        own.bars.append(bar)
        own.free = bar.end + 0.15
        known = {(edge.timeline.name, edge.value) for edge in edges}
        self.waits += [(edge, Arrow(self._at(edge), bar)) for edge in edges]
        self.left_out += [
            (edge, Arrow(self._at(edge), bar, is_left_out=True))
            for edge in everything
            if (edge.timeline.name, edge.value) not in known
        ]
        return bar

    def reuse(self, old: str, new: str) -> None:
        """Frees a buffer and gives its memory to another one."""
        tracked, bare = self._memory[old]
        self._memory[new] = (
            Tracked(64, new, tracked.death_frontier()),
            Tracked(64, new, bare.death_frontier()),
        )

    def _track(self, timeline: Timeline, world: int, reads: str, writes: str) -> tuple[Edge, ...]:
        step = Step(timeline, timeline.value + 1)
        read = [self._region(name, world) for name in reads.split()]
        written = [(self._region(name, world), False) for name in writes.split()]
        return track(step, read, written)[0]

    def _region(self, name: str, world: int) -> Region:
        if name not in self._memory:
            self._memory[name] = (Tracked(64, name), Tracked(64, name))
        return Region(self._memory[name][world], 0, 64)

    def _at(self, edge: Edge) -> Bar:
        return self._streams[edge.timeline.name].bars[edge.value - 1]
