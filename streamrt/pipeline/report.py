"""Reports of a run on itself: stats, the verdict, and both as text.

The verdict follows from one rule. A part with w workers that are busy for b seconds in a run of T
seconds is used to b / (w T). The part that is used most limits the run, because every other one has
time left. With one more worker it would need w / (w + 1) of that time for each item, and then the
part that is used second most may limit. The ratio of the two times is the gain.

Where threads that wake wait long for the interpreter's lock, the lock limits, whatever else seems
to. A stage whose workers are processes does not hold it, so it may limit all the same. No verdict
recommends what the run does already.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from streamrt import _html
from streamrt._core.flow.flow import Flow
from streamrt._core.flow.nodes import Stage, Worked

Kind: TypeAlias = Literal[
    "source", "stage", "device", "consumer", "window", "interpreter", "nothing"
]

HEAD = (*("", "workers", "items", "failed", "skipped", "busy", "starved", "blocked", "p50", "p99"),)
SATURATED = 0.75  # of its time a part is used that limits
PERIOD = 0.05  # seconds between two looks of the probe
WAIT = 2.5e-3  # seconds that the probe waits for the interpreter, from which on the lock limits


@dataclass(frozen=True, slots=True)
class StageStats:
    """The times and counts of the workers of one stage.

    Attributes:
        name: the stage.
        kind: `source` or `stage`.
        workers: how many there are.
        items: how many items they worked on.
        failed: how many of these failed, without those that were skipped.
        skipped: how many of these were skipped.
        busy: the share of the workers' time in which they called functions.
        starved: the share in which nothing arrived for them.
        blocked: the share in which they had nothing to do because the window was full.
        p50: the seconds in which half of all calls ended, to 9 %.
        p99: the seconds in which 99 % of all calls ended, to 9 %.
        can_grow: whether more workers are possible.
        processes: whether its workers are processes.
    """

    name: str
    kind: Literal["source", "stage"]
    workers: int
    items: int
    failed: int
    skipped: int
    busy: float
    starved: float
    blocked: float
    p50: float
    p99: float
    can_grow: bool
    processes: bool


@dataclass(frozen=True, slots=True)
class Stats:
    """The times and counts of a run so far.

    Attributes:
        seconds: how long it has run.
        delivered: how many items were delivered.
        stages: the source and the stages, in order.
        consumer: the share of time in which the consumer did not wait for the run.
        device: the share of time in which the window was full of work of devices.
        window: the share of time in which the window was full.
        ahead: the most items inside.
        bound: the argument of `run` that decides about `ahead`.
        late: the mean of the seconds that a thread which wakes up waits for the interpreter.
    """

    seconds: float
    delivered: int
    stages: tuple[StageStats, ...]
    consumer: float
    device: float
    window: float
    ahead: int
    bound: Literal["ahead", "memory"]
    late: float

    def __str__(self) -> str:
        rows = [HEAD, *_rows(self)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
        lines = [
            "  ".join(
                cell.rjust(width) if column else cell.ljust(width)
                for column, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in rows
        ]
        lines.append(
            f"{self.delivered} delivered in {self.seconds:.3g} s; the consumer waited "
            f"{1 - self.consumer:.0%} of the time; at most {self.ahead} items were inside, "
            f"and they were for {self.window:.0%} of the time"
        )
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The part that limits a run. `str(verdict)` says it in a sentence or two.

    Attributes:
        kind: what kind of part limits.
        name: the part.
        gain: how many times as fast the run would be with one more worker, or without what
            limits; None if that is not known.
        then: the part that would limit next; None if that is not known.
        text: the same in words.
    """

    kind: Kind
    name: str
    gain: float | None
    then: str | None
    text: str

    def __str__(self) -> str:
        return self.text


def _rows(stats: Stats) -> list[tuple[str, ...]]:
    """Returns the rows of the table that `str(stats)` shows, without its head: a stage each."""
    found: list[tuple[str, ...]] = []
    for s in stats.stages:
        counts = (str(n) for n in (s.workers, s.items, s.failed, s.skipped))
        shares = (f"{part:.0%}" for part in (s.busy, s.starved, s.blocked))
        found.append((s.name, *counts, *shares, _time(s.p50), _time(s.p99)))
    return found


def report_html(title: str, stats: Stats | None) -> str:
    """Returns stats and verdict as a table for a notebook; with None, the title alone."""
    if stats is None:
        return _html.facts(title, ())
    return _html.table(title, HEAD, _rows(stats), str(verdict_of(stats)))


def stats_of(
    flow: Flow,
    named: Sequence[tuple[str, Worked]],
    seconds: float,
    waited: float,
    ahead: int,
    late: float,
    bound: Literal["ahead", "memory"] = "ahead",
    remote: Collection[Worked] = (),
) -> Stats:
    """Returns the statistics of a run.

    Args:
        flow: the flow, whose paces were counted until now.
        named: its nodes with workers, and their names.
        seconds: how long it has run.
        waited: the seconds that the consumer has waited.
        ahead: the most items inside.
        late: the mean of the seconds that a thread waits for the interpreter.
        bound: the argument of `run` that decides about `ahead`.
        remote: the nodes whose workers are processes.
    """
    seconds = max(seconds, 1e-9)
    stages = [
        _stage_stats(name, node, is_source=node is flow.works[0], is_remote=node in remote)
        for name, node in named
    ]
    return Stats(
        seconds=seconds,
        delivered=flow.outlet.delivered,
        stages=tuple(stages),
        consumer=1 - min(1.0, waited / seconds),
        device=flow.device_pace.busy / seconds,
        window=flow.window_pace.busy / seconds,
        ahead=ahead,
        bound=bound,
        late=late,
    )


def _stage_stats(name: str, node: Worked, is_source: bool, is_remote: bool) -> StageStats:
    pace = node.pace
    total = pace.busy + pace.starved + pace.blocked or 1.0
    return StageStats(
        name=name,
        kind="source" if is_source else "stage",
        workers=pace.workers,
        items=pace.count,
        failed=pace.failed,
        skipped=pace.skipped,
        busy=pace.busy / total,
        starved=pace.starved / total,
        blocked=pace.blocked / total,
        p50=pace.quantile(0.5),
        p99=pace.quantile(0.99),
        can_grow=type(node) is Stage,
        processes=is_remote,
    )


def verdict_of(stats: Stats) -> Verdict:
    """Returns the verdict: the part that limits a run. The module's text has the rule."""
    if not stats.delivered:
        return Verdict("nothing", "", None, None, "Nothing was delivered yet.")
    parts = [(s.busy, s.name) for s in stats.stages]
    parts += [(stats.device, "the device"), (stats.consumer, "the consumer")]
    used, name = max(parts, key=lambda part: part[0])
    stage = next((s for s in stats.stages if s.name == name and s.busy == used), None)
    waits = f"The consumer waits {1 - stats.consumer:.0%}."
    if used < SATURATED:
        if stats.window < 1 - SATURATED:
            text = f"Nothing limits for long: {name} is used most, {used:.0%} of the time. {waits}"
            return Verdict("nothing", name, None, None, text)
        if stats.late > WAIT:
            return _of_interpreter(stats, name, used, waits)
        text = (
            f"The window limits: {stats.ahead} items were inside {stats.window:.0%} of the time, "
            f"and no part was busy for more than {used:.0%}; a larger `{stats.bound}` helps. "
            f"{waits}"
        )
        return Verdict("window", stats.bound, None, None, text)
    others = sorted((part for part in parts if part != (used, name)), reverse=True)
    second, following = others[0]
    if stage is None:
        kind: Kind = "device" if name == "the device" else "consumer"
        gain = used / max(second, 1e-9)
        text = (
            f"{name[0].upper()}{name[1:]} limits: it is busy {used:.0%} of the time. Without it "
            f"the run would be {gain:.3g} times as fast, then {following} limits."
        )
        return Verdict(kind, name, gain, following, text)
    if stats.late > WAIT and stage.kind == "stage" and not stage.processes:
        return _of_interpreter(stats, name, used, waits)
    return _of_stage(stage, second, following, waits)


def _of_interpreter(stats: Stats, name: str, used: float, waits: str) -> Verdict:
    """Returns the verdict on a run whose threads wait for the interpreter's lock."""
    here = [stage for stage in stats.stages if stage.kind == "stage" and not stage.processes]
    if here:
        most = max(here, key=lambda stage: stage.busy)
        remedy = f"Use fill(processes=True) for {most.name}, or functions that release the lock."
    else:
        remedy = "Do less in the source, and in the loop that reads the run."
    text = (
        f"The interpreter limits: threads wait {stats.late * 1e3:.2g} ms for its lock when they "
        f"wake, and {name} is busy {used:.0%} of the time; more threads, or more items inside, "
        f"do not help. {remedy} {waits}"
    )
    return Verdict("interpreter", name, None, None, text)


def _of_stage(stage: StageStats, second: float, following: str, waits: str) -> Verdict:
    used, workers = stage.busy, stage.workers
    if not stage.can_grow:
        gain = used / max(second, 1e-9)
        text = (
            f"{stage.name} limits: it is busy {used:.0%} of the time, one call after the other. "
            f"Were it free, the run would be {gain:.3g} times as fast, then {following} limits. "
            f"{waits}"
        )
        return Verdict(stage.kind, stage.name, gain, following, text)
    left = used * workers / (workers + 1)
    gain = used / max(left, second)
    then = following if second >= left else stage.name
    still = f"then {then} limits" if then != stage.name else "and it would still limit"
    text = (
        f"{stage.name} limits: its {_number(workers, 'worker is', 'workers are')} busy {used:.0%} "
        f"of the time. One more gives about {gain:.2f} times as much, {still}. {waits}"
    )
    return Verdict(stage.kind, stage.name, gain, then, text)


def _number(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"


def _time(seconds: float) -> str:
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns" if seconds else "-"


class Probe:
    """A thread that measures how long threads wait for the interpreter when they wake up."""

    def __init__(self, looked: Callable[[], object]) -> None:
        """Starts it; it calls `looked` after each look."""
        self._looked = looked
        self._ends = threading.Event()
        self._looks = 0
        self._late = 0.0
        self._thread = threading.Thread(target=self._look, name="streamrt-probe", daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while True:
            due = time.monotonic() + PERIOD
            if self._ends.wait(PERIOD):
                return
            self._late += max(0.0, time.monotonic() - due)
            self._looks += 1
            self._looked()

    @property
    def late(self) -> float:
        """The mean of the seconds it waited; 0.0 before the first look."""
        return self._late / self._looks if self._looks else 0.0

    def stop(self) -> None:
        """Tells it to end."""
        self._ends.set()

    def join(self) -> None:
        """Waits for its end, once it was told; it does nothing that could take long."""
        if self._thread is not threading.current_thread():
            self._thread.join()
