"""Programs for the pictures, with waits from the tracker, so that the pictures show the real waits.

The times are invented. The waits are the answers of `streamrt._core.tracking.hazards.track`.
"""

from __future__ import annotations

from chart import Arrow, Bar

from streamrt._core.tracking.hazards import Edge, track
from streamrt._core.tracking.ranges import Region, Tracked
from streamrt._core.tracking.timeline import Step, Timeline

WAKE = 0.45  # units of time between an end and the start that waited for it


class Program:
    """A list of submitted commands, the times when they run, and their waits."""

    def __init__(self, *streams: str) -> None:
        self._streams = {name: (lane, Timeline(name)) for lane, name in enumerate(streams)}
        self._bars: dict[str, list[Bar]] = {name: [] for name in streams}
        self._memory: dict[str, Tracked] = {}
        self.waits: list[tuple[Edge, Arrow]] = []

    @property
    def bars(self) -> list[Bar]:
        """The bars of all commands so far."""
        return [bar for bars in self._bars.values() for bar in bars]

    def run(
        self,
        stream: str,
        label: str,
        length: float,
        reads: str = "",
        writes: str = "",
        after: float = 0.0,
    ) -> str:
        """Submits a command; returns the points of other streams that its stream knows then.

        Args:
            stream: the name of its stream.
            label: the words in its bar.
            length: the time that it runs.
            reads: the names of the buffers that it reads.
            writes: the names of the buffers that it writes.
            after: the time of its submission.
        """
        (lane, timeline), bars = self._streams[stream], self._bars[stream]
        read = [self._region(name) for name in reads.split()]
        written = [(self._region(name), False) for name in writes.split()]
        edges = track(Step(timeline, timeline.value + 1), read, written)[0]
        sources = [self._bars[edge.timeline.name][edge.value - 1] for edge in edges]
        free = bars[-1].end + 0.15 if bars else 0.0
        start = max([after, free, *(source.end + WAKE for source in sources)])
        bars.append(Bar(lane, start, start + length, label))
        arrows = (Arrow(source, bars[-1]) for source in sources)
        self.waits += zip(edges, arrows, strict=True)
        return ", ".join(f"{known.name}@{value}" for known, value in timeline.frontier.items())

    def reuse(self, old: str, new: str) -> None:
        """Frees a buffer and gives its memory to another one."""
        self._memory[new] = Tracked(64, new, self._memory[old].death_frontier())

    def _region(self, name: str) -> Region:
        return Region(self._memory.setdefault(name, Tracked(64, name)), 0, 64)
