"""Reports of a run on itself: stats, the verdict, and both as text.

The verdict follows from one rule. A part with w workers that are busy for b seconds in a run of T
seconds is used to b / (w T). The part that is used most limits the run, because every other one has
time left. With one more worker it would need w / (w + 1) of that time for each item, and then the
part that is used second most may limit. The ratio of the two times is the gain.

A call that compiles a kernel takes long once, and a run that goes on has no such call. So that time
counts as nobody's, and a run in which it is a large part is not judged by it. A coroutine that is
suspended works as little as one that has not begun. For a source this is idle time: what it waits
for limits the run, and no part of it. A stage may have more of its calls suspended at once, so it
is used to the part of the time in which its workers are in calls.

Where threads that wake wait long for the interpreter's lock, the lock limits, whatever else seems
to. A stage whose workers are processes does not hold it, so it may limit all the same. No verdict
recommends what the run does already.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

from streamrt import _html
from streamrt._core.flow.flow import Flow
from streamrt._core.flow.nodes import Stage, Worked

Kind: TypeAlias = Literal[
    "source", "stage", "device", "consumer", "window", "interpreter", "compiling", "nothing"
]

SATURATED = 0.75  # of its time a part is used that limits
LARGE = 0.25  # of its time a run compiles that is not judged without a warning
SHOWN = 0.005  # of the time: shares that the text has
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
        busy: the share of the workers' time in which they called functions, without the time in
            which these were suspended or compiled kernels.
        starved: the share in which nothing arrived for them.
        blocked: the share in which they had nothing to do because the window was full.
        p50: the seconds in which half of all calls ended, to 9 %.
        p99: the seconds in which 99 % of all calls ended, to 9 %.
        can_grow: whether more workers are possible.
        processes: whether its workers are processes.
        awaiting: the share in which coroutines were suspended.
        compiling: the seconds in which they compiled kernels, which no share counts.
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
    awaiting: float = 0.0
    compiling: float = 0.0

    @property
    def used(self) -> float:
        """The share in which its workers could do nothing else; a source that awaits is idle."""
        return self.busy if self.kind == "source" else self.busy + self.awaiting


@dataclass(frozen=True, slots=True)
class Stats:
    """The times and counts of a run so far.

    Attributes:
        seconds: how long it has run.
        delivered: how many items were delivered.
        stages: the source and the stages, in order.
        consumer: the share of time in which the consumer did not wait for the run, without the time
            in which it compiled kernels.
        device: the share of time in which the window was full of work of devices.
        window: the share of time in which the window was full.
        ahead: the most items inside.
        bound: the argument of `run` that decides about `ahead`.
        late: the mean of the seconds that a thread which wakes up waits for the interpreter.
        compiling: the seconds in which workers and the consumer compiled kernels.
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
    compiling: float = 0.0

    def __str__(self) -> str:
        rows = table_of(self)
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
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
        if self.compiling >= SHOWN * self.seconds:
            lines.append(f"compiling took {_time(self.compiling)}")
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


def table_of(stats: Stats) -> list[tuple[str, ...]]:
    """Returns the table that `str(stats)` shows: its head, and a row for each stage."""
    awaits = any(stage.awaiting >= SHOWN for stage in stats.stages)
    more = ("awaiting",) if awaits else ()
    counts = ("", "workers", "items", "failed", "skipped", "busy")
    head = (*counts, *more, "starved", "blocked", "p50", "p99")
    return [head, *(_cells(stage, awaits) for stage in stats.stages)]


def report_html(title: str, stats: Stats | None) -> str:
    """Returns stats and verdict as a table for a notebook; with None, the title alone."""
    if stats is None:
        return _html.facts(title, ())
    head, *rows = table_of(stats)
    return _html.table(title, head, rows, str(verdict_of(stats)))


def stats_of(
    flow: Flow,
    named: Sequence[tuple[str, Worked]],
    seconds: float,
    waited: float,
    ahead: int,
    late: float,
    bound: Literal["ahead", "memory"] = "ahead",
    remote: Collection[Worked] = (),
    awaited: Mapping[Worked, float] = MappingProxyType({}),
    compiled: float = 0.0,
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
        awaited: the seconds in which calls of nodes were suspended.
        compiled: the seconds in which the consumer compiled.
    """
    seconds = max(seconds, 1e-9)
    stages = [
        _stage_stats(
            *(name, node, awaited.get(node, 0.0)),
            is_source=node is flow.works[0],
            is_remote=node in remote,
        )
        for name, node in named
    ]
    rest = max(seconds - compiled, 1e-9)
    compiling = compiled + sum(stage.compiling for stage in stages)
    return Stats(
        seconds=seconds,
        delivered=flow.outlet.delivered,
        stages=tuple(stages),
        consumer=max(0.0, 1 - waited / rest),
        device=flow.device_pace.busy / seconds,
        window=flow.window_pace.busy / seconds,
        ahead=ahead,
        bound=bound,
        late=late,
        compiling=min(seconds, compiling),
    )


def _stage_stats(
    name: str, node: Worked, awaited: float, is_source: bool, is_remote: bool
) -> StageStats:
    pace = node.pace
    busy = max(0.0, pace.busy - awaited - pace.compiling)
    total = busy + awaited + pace.starved + pace.blocked or 1.0
    return StageStats(
        name=name,
        kind="source" if is_source else "stage",
        workers=pace.workers,
        items=pace.count,
        failed=pace.failed,
        skipped=pace.skipped,
        busy=busy / total,
        starved=pace.starved / total,
        blocked=pace.blocked / total,
        p50=pace.quantile(0.5),
        p99=pace.quantile(0.99),
        can_grow=type(node) is Stage,
        processes=is_remote,
        awaiting=awaited / total,
        compiling=pace.compiling,
    )


def verdict_of(stats: Stats) -> Verdict:
    """Returns the verdict: the part that limits a run. The module's text has the rule."""
    if not stats.delivered:
        return Verdict("nothing", "", None, None, "Nothing was delivered yet.")
    judged = _judged(stats)
    if stats.compiling < LARGE * stats.seconds:
        return judged
    text = (
        f"Compiling took {_time(stats.compiling)} of {_time(stats.seconds)}; warm up, or run "
        f"longer, before judging. Without it: {judged.text}"
    )
    return Verdict("compiling", judged.name, None, None, text)


def _judged(stats: Stats) -> Verdict:
    """Returns the verdict on a run without the time in which it compiled."""
    parts = [(s.used, s.name) for s in stats.stages]
    parts += [(stats.device, "the device"), (stats.consumer, "the consumer")]
    used, name = max(parts, key=lambda part: part[0])
    stage = next((s for s in stats.stages if s.name == name and s.used == used), None)
    waits = f"The consumer waits {1 - stats.consumer:.0%}."
    if used < SATURATED:
        if stats.window < 1 - SATURATED:
            text = f"Nothing limits for long: {name} is used most, {used:.0%} of the time. {waits}"
            source = stats.stages[0]
            if source.awaiting >= SATURATED:
                text += (
                    f" {source.name.capitalize()} awaits its items {source.awaiting:.0%} of the "
                    "time; they come no faster."
                )
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
    is_working = stage.busy >= stage.awaiting
    if stats.late > WAIT and stage.kind == "stage" and is_working and not stage.processes:
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
    used, workers = stage.used, stage.workers
    is_working = stage.busy >= stage.awaiting
    if not stage.can_grow:
        gain = used / max(second, 1e-9)
        text = (
            f"{stage.name} limits: it {'is busy' if is_working else 'awaits'} {used:.0%} of the "
            f"time, one call after the other. "
            f"Were it free, the run would be {gain:.3g} times as fast, then {following} limits. "
            f"{waits}"
        )
        return Verdict(stage.kind, stage.name, gain, following, text)
    left = used * workers / (workers + 1)
    gain = used / max(left, second)
    then = following if second >= left else stage.name
    still = f"then {then} limits" if then != stage.name else "and it would still limit"
    does = ("worker is busy", "workers are busy")
    if not is_working:  # more of them cost little: they work at hardly any time
        does = ("worker awaits", "workers await")
    text = (
        f"{stage.name} limits: its {_number(workers, *does)} {used:.0%} "
        f"of the time. One more gives about {gain:.2f} times as much, {still}. {waits}"
    )
    return Verdict(stage.kind, stage.name, gain, then, text)


def _cells(stage: StageStats, awaits: bool) -> tuple[str, ...]:
    """Returns the cells of a stage's row."""
    counts = (stage.workers, stage.items, stage.failed, stage.skipped)
    awaiting = (stage.awaiting,) if awaits else ()
    shares = (stage.busy, *awaiting, stage.starved, stage.blocked)
    times = (_time(stage.p50), _time(stage.p99))
    return (stage.name, *map(str, counts), *(f"{part:.0%}" for part in shares), *times)


def _number(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"


def _time(seconds: float) -> str:
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns" if seconds else "-"
