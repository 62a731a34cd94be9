"""Programs whose times are known: one thread submits to streams, and waits now and then.

`Program.run` gives the times of all that happens by the rules of queues, step by step and without a
graph. So it is an oracle for what is found in a trace. `Program.trace` writes down what a recorder
would have noted of that run.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from streamrt.observe.trace import STATES, VALUES, EventKind, Name, Span, Trace, Track, table

SPAN, PARTS = 100, 200  # the first numbers of names of spans, and of spans
# Of the waits of a launch: the only one, even if it was over already; the one that ended last; the
# one that took longest, which is what a recorder notes.
Noted = Literal["one", "last", "longest"]


@dataclass(frozen=True)
class Step:
    """A launch, or a wait of the thread for an earlier launch.

    Attributes:
        before: the time that the thread takes to come here.
        part: what that is, a span of the thread; 0 for nothing with a name.
        stream: where it is launched; -1 for a wait.
        kernel: what it runs.
        runs: how long.
        late: how long after nothing holds it; of a wait, how long until the thread goes on.
        deps: the launches that it waits for.
    """

    before: int
    part: int
    stream: int
    kernel: int
    runs: int
    late: int
    deps: tuple[int, ...]

    @property
    def is_launch(self) -> bool:
        return self.stream >= 0


class Times(NamedTuple):
    """The times of a step: a wait is submitted when it begins, and starts when it need not wait."""

    submitted: int
    ready: int
    started: int
    finished: int


@dataclass(frozen=True)
class Program:
    """A program; its thread does one step after the other."""

    streams: int
    steps: tuple[Step, ...]

    def run(self) -> list[Times]:
        now, found, last = 0, list[Times](), [0] * self.streams
        for step in self.steps:
            now += step.before
            ready = max([now, *(found[dep].finished for dep in step.deps)])
            if step.is_launch:
                ready = max(ready, last[step.stream])
            started = ready + step.late
            found.append(Times(now, ready, started, started + step.runs))
            if step.is_launch:
                last[step.stream] = found[-1].finished
            else:
                now = found[-1].finished
        return found

    def ends(self) -> int:
        """When the last launch ends."""
        return max(
            times.finished
            for step, times in zip(self.steps, self.run(), strict=True)
            if step.is_launch
        )

    def changed(self, change: Callable[[Step], Step]) -> Program:
        return replace(self, steps=tuple(map(change, self.steps)))

    def before(self, number: int) -> int | None:
        """The launch before one on its stream."""
        stream = self.steps[number].stream
        earlier = (n for n in range(number - 1, -1, -1) if self.steps[n].stream == stream)
        return next(earlier, None)

    def noted(self, number: int, mode: Noted) -> tuple[int, int] | None:
        """The wait of a launch that a trace names, and how long it took.

        A queue that wakes late from its last wait has waited until then.
        """
        times, step = self.run(), self.steps[number]
        previous = self.before(number)
        now = max(times[number].submitted, 0 if previous is None else times[previous].finished)
        waits = list[tuple[int, int]]()
        for dep in step.deps:
            if times[dep].finished > now:
                waits.append((dep, times[dep].finished - now))
                now = times[dep].finished
        if not waits:
            return (step.deps[0], 0) if mode == "one" and step.deps else None
        waits[-1] = waits[-1][0], waits[-1][1] + step.late
        return max(waits, key=lambda wait: wait[1]) if mode == "longest" else waits[-1]

    def trace(self, mode: Noted = "longest", *, has_tags: bool = True, waits: bool = True) -> Trace:
        """What a recorder would have noted."""
        times, thread = self.run(), self.streams
        names = {1 + step.kernel: Name(f"kernel{step.kernel}", "kernel") for step in self.steps}
        names |= {SPAN + part: Name(f"part{part}", "span") for part in range(9)}
        rows, counts, points = list[dict[str, int]](), [0] * self.streams, dict[int, int]()
        begun = 0
        for number, step in enumerate(self.steps):
            at = times[number]
            if step.part:
                span = {"kind": EventKind.SPAN, "what": SPAN + step.part, "node": PARTS + number}
                rows.append({**span, "track": thread, "started": begun, "finished": at.submitted})
            begun = at.submitted
            if not step.is_launch:
                begun = at.finished
                row = {"kind": EventKind.SYNC, "track": thread, "waited_for": points[step.deps[0]]}
                if waits:
                    rows.append({**row, "started": at.submitted, "finished": at.finished})
                continue
            counts[step.stream] += 1
            points[number] = (step.stream + 1) << VALUES | counts[step.stream]
            row = dict(zip(("submitted", "ready", "started", "finished"), at, strict=True))
            row |= {"value": counts[step.stream], "what": 1 + step.kernel, "track": step.stream}
            row |= {"state": STATES.index("done"), "tag": PARTS - 1 if has_tags else 0}
            del row["ready"]
            if found := self.noted(number, mode):
                row |= {"waited_for": points[found[0]], "waited": found[1]}
            rows.append(row)
        end = max(at.finished for at in times)
        rows.append(
            {
                "kind": EventKind.SPAN,
                "what": SPAN,
                "node": PARTS - 1,
                "track": thread,
                "finished": end,
            }
        )
        tracks = [Track(f"cpu:0/s{n}", "stream", n + 1, "cpu:0") for n in range(self.streams)]
        spans = {PARTS - 1: Span("part0")}
        return Trace(table(rows), (*tracks, Track("main", "thread")), names, spans, ended=end)


def drawn(rng: random.Random, *, most: int, deps: int, waits: bool = True) -> Program:
    """Draws a program of at most so many steps, with so many waits of each launch at most.

    All times are even, so that half of each is whole.
    """
    streams = rng.randint(1, 4)
    steps, launches = list[Step](), list[int]()

    def time(longest: int) -> int:
        return 2 * rng.randint(0, longest // 2)

    scale = rng.choice((2_000, 60_000))  # the thread, or the streams, are the slow ones
    for number in range(rng.randint(2, most)):
        before, part = time(scale), rng.choice((0, 1, 2))
        if waits and launches and rng.random() < 0.2:
            dep = rng.choice(launches)
            wakes = rng.choice((0, time(8_000)))
            steps.append(Step(before, part, -1, 0, 0, wakes, (dep,)))
            continue
        stream = rng.randrange(streams)
        others = [n for n in launches if steps[n].stream != stream]
        chosen = rng.sample(others, min(len(others), rng.randint(0, deps)))
        late = rng.choice((0, 200, 4_000, 30_000, 90_000))
        runs = 2 + time(50_000)
        steps.append(Step(before, part, stream, rng.randint(0, 4), runs, late, tuple(chosen)))
        launches.append(number)
    if not launches:
        return drawn(rng, most=most, deps=deps, waits=waits)
    return Program(streams, tuple(steps))
