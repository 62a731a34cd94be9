"""Every row of the table, as data: what it compares, in which unit, and what it has to reach."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Target:
    """What streamrt has to reach.

    Attributes:
        of: `value`: the row's own value; `ratio`: over the value of the row's `against`;
            `growth`: over the same row's value without load.
        bound: the limit, in the row's unit or as a factor.
        at_least: whether the bound is the least instead of the most.
    """

    of: Literal["value", "ratio", "growth"]
    bound: float
    at_least: bool = False

    def reached(self, found: float) -> bool:
        """Whether `found`, a value, ratio or growth, is within the bound."""
        return found >= self.bound if self.at_least else found <= self.bound


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table.

    Attributes:
        name: for `--only` and the JSON.
        case: the case of benchmarks/peers that measures it.
        title: what is compared.
        unit: of the values.
        target: None where the row only informs.
        against: the peer that the ratio refers to; None for rows that are not a comparison.
        higher_is_better: as in a throughput.
        loaded: whether two busy processes run beside it.
        result: what the case calls the value, if not `name`.
    """

    name: str
    case: str
    title: str
    unit: str
    target: Target | None = None
    against: str | None = "executor"
    higher_is_better: bool = False
    loaded: bool = False
    result: str = ""

    @property
    def key(self) -> str:
        """The value's name in what the case returns."""
        return self.result or self.name


@dataclass(frozen=True, slots=True)
class Section:
    """Rows under one heading.

    Attributes:
        title: the heading.
        rows: in the table's order.
        name: for `--only`; sections of one name are chosen together.
    """

    title: str
    rows: tuple[Row, ...]
    name: str = ""


def _at_most_ratio(bound: float) -> Target:
    return Target("ratio", bound)


def _at_most(bound: float) -> Target:
    return Target("value", bound)


def _at_least(bound: float) -> Target:
    return Target("value", bound, at_least=True)


# How flat is flat, and how much slower is "no slower": what three runs of an unchanged
# program differ by here.
FLAT = 1.25
NO_SLOWER = 1.05

_WHILE_BUSY = Section(
    "While the loop's thread computes in Python",
    (
        Row(
            name="busy-kept",
            case="busy",
            title="200 µs kernels, 16 in flight: throughput kept",
            unit="of idle",
            target=_at_least(0.95),
            higher_is_better=True,
        ),
        Row(
            name="busy-rate",
            case="busy",
            title="  the same, kernels completed while busy",
            unit="1/s",
            higher_is_better=True,
        ),
        Row(
            name="idle-rate",
            case="busy",
            title="  and while the loop idles",
            unit="1/s",
            higher_is_better=True,
        ),
        Row(
            name="edge",
            case="edge",
            title="kernel to dependent kernel on another stream",
            unit="µs",
            target=_at_most(50),
        ),
    ),
)

_ROUND_TRIPS = Section(
    "Round trip of an empty kernel: launch, then await",
    (
        Row(
            name="round-trip",
            case="round-trip",
            title="round trip, warm, median",
            unit="µs",
            target=_at_most_ratio(0.08),
        ),
        Row(
            name="round-trip-p99",
            case="round-trip",
            title="round trip, warm, p99",
            unit="µs",
            target=_at_most_ratio(0.4),
        ),
        Row(
            name="idle-round-trip",
            case="round-trip",
            title="round trip, after 1 ms of idleness, median",
            unit="µs",
            target=_at_most_ratio(0.2),
        ),
        Row(
            name="idle-round-trip-p99",
            case="round-trip",
            title="round trip, after 1 ms of idleness, p99",
            unit="µs",
            target=_at_most_ratio(0.4),
        ),
    ),
)

_THROUGHPUT = Section(
    "Submit and run, each",
    (
        Row(
            name="independent",
            case="independent",
            title="independent empty kernels",
            unit="µs",
            target=_at_most_ratio(0.06),
        ),
        Row(
            name="chain",
            case="chain",
            title="RAW chain of 16-float axpy, one stream",
            unit="µs",
            target=_at_most_ratio(0.03),
        ),
        Row(
            name="chain-two",
            case="chain",
            title="RAW chain alternating between two streams",
            unit="µs",
            target=_at_most_ratio(0.05),
        ),
        Row(
            name="dag",
            case="dag",
            title="random layered DAG, 10,000 nodes, 30,000 edges",
            unit="µs",
            target=_at_most_ratio(0.15),
        ),
    ),
)

_BACKLOG = Section(
    "Long backlogs",
    (
        Row(
            name="dag-growth",
            case="dag-growth",
            against=None,
            title="DAG: a node of 100,000 over a node of 1,000",
            unit="x",
            target=_at_most(FLAT),
        ),
        Row(
            name="backlog-growth",
            case="backlog",
            against=None,
            title="submitting with 16,000 pending on one buffer over few",
            unit="x",
            target=_at_most(FLAT),
        ),
        Row(
            name="pending-bytes",
            case="pending",
            title="memory of a pending execution",
            unit="bytes",
            target=_at_most(600),
        ),
        Row(
            name="pending-python",
            case="pending",
            title="  of which Python's",
            unit="bytes",
        ),
    ),
)


def _beside(row: Row, growth: float) -> Row:
    """The same row beside two busy processes."""
    return dataclasses.replace(
        row,
        name=f"loaded-{row.name}",
        result=row.key,
        target=Target("growth", growth),
        loaded=True,
    )


_LOADED = Section(
    "Beside two busy processes",
    (
        *(_beside(row, 3) for row in (_ROUND_TRIPS.rows[0], _ROUND_TRIPS.rows[2])),
        *(_beside(row, 10 if row.name == "chain-two" else 3) for row in _THROUGHPUT.rows),
    ),
)

_OVERLAP = Section(
    "Pipeline",
    (
        Row(
            name="overlap",
            case="overlap",
            title="load 2 ms, compute 2 ms, 500 items: max(load, compute) over time",
            unit="of ideal",
            target=_at_least(0.95),
            higher_is_better=True,
        ),
    ),
)

_ALLOCATION = Section(
    "Allocate and free",
    (
        Row(
            name="alloc",
            case="alloc",
            title="1 MB, untouched",
            unit="µs",
            target=_at_most(3),
            against="numpy",
        ),
        *(
            Row(
                name=f"touch-{megabytes}",
                case="alloc",
                title=f"{megabytes} MB, all of it written",
                unit="µs",
                target=_at_most_ratio(bound),
                against="numpy",
            )
            for megabytes, bound in ((1, NO_SLOWER), (16, NO_SLOWER), (64, 0.5))
        ),
    ),
)

_START = Section(
    "Start, in fresh processes with warm caches",
    (
        Row(
            name="import",
            case="start",
            title="import, over NumPy's (in NumPy's column: its own)",
            unit="s",
            against=None,
            target=_at_most(0.1),
        ),
        Row(
            name="open",
            case="start",
            title="open a Runtime and a stream",
            unit="s",
            against=None,
            target=_at_most(0.25),
        ),
        Row(
            name="first-result",
            case="start",
            title="  until a first kernel is done",
            unit="s",
            against=None,
        ),
        Row(
            name="streams-256",
            case="start",
            title="open 256 streams",
            unit="s",
            against=None,
            target=_at_most(0.1),
        ),
    ),
)


def _against(row: Row, peer: str, title: str, target: Target | None = None) -> Row:
    """The same measurement, compared with another peer."""
    return dataclasses.replace(
        row,
        name=f"{row.name}-over-{peer}",
        title=title,
        against=peer,
        target=target,
        result=row.key,
    )


def _replay(name: str, title: str, bound: float) -> Row:
    return Row(name=name, case=name, title=title, unit="ns", target=_at_most(bound))


_REPLAY_CHAIN = _replay("replay-chain", "replay a chain of 1,000 axpy, one stream", 80)
_REPLAY_DAG = _replay("replay-dag", "replay a random layered DAG of 1,000 nodes, one stream", 80)
_REPLAY_TWO = _replay(
    "replay-two", "replay a ladder of 1,000 nodes, each waits for the other stream", 500
)
_OVER_WARP = "  the same, over warp's captured graph"
_OVER_EAGER = "  the same, over its own eager launches"

_REPLAY = Section(
    "Replay of what was captured once; a node",
    (
        _REPLAY_CHAIN,
        _against(_REPLAY_CHAIN, "warp", _OVER_WARP, _at_most_ratio(0.3)),
        _against(_REPLAY_CHAIN, "eager", _OVER_EAGER),
        _REPLAY_DAG,
        _against(_REPLAY_DAG, "warp", _OVER_WARP, _at_most_ratio(0.3)),
        _against(_REPLAY_DAG, "eager", _OVER_EAGER),
        _REPLAY_TWO,
        _against(_REPLAY_TWO, "eager", _OVER_EAGER),
    ),
    name="replay",
)


def _start(name: str, title: str, bound: float | None = None) -> Row:
    target = None if bound is None else _at_most(bound)
    return Row(name=name, case="replay-start", title=title, unit="µs", target=target)


_REPLAY_START = Section(
    "From Python to the first kernel of a replay",
    (
        _start("replay-start", "replay to its first kernel, warm, median", 10),
        _start("replay-start-p99", "replay to its first kernel, warm, p99"),
        _start(
            "idle-replay-start", "replay to its first kernel, after 1 ms of idleness, median", 30
        ),
        _start("idle-replay-start-p99", "replay to its first kernel, after 1 ms of idleness, p99"),
    ),
    name="replay",
)


def _planned(name: str, case: str, title: str, unit: str, bound: float | None = None) -> Row:
    target = None if bound is None else _at_most(bound)
    return Row(name=name, case=case, title=title, unit=unit, against=None, target=target)


# How much more than what lives at once the arena of a plan may have.
NEAR_BOUND = 1.1

_PLANNING = Section(
    "Planning graphs",
    (
        _planned("plan", "plan", "plan 10,000 nodes, 30,000 edges, for one stream", "s", 1),
        _planned("plan-four", "plan", "  for four streams", "s", 1),
        _planned("instantiate", "plan", "  instantiating the plan for one stream", "s"),
        _planned(
            "plan-growth", "plan", "plan: time over n log n, 30,000 nodes over 3,000", "x", FLAT
        ),
        _planned(
            "plan-memory",
            "plan-memory",
            "memory over the live-bytes bound, worst of 30 random DAGs, one stream",
            "x",
            NEAR_BOUND,
        ),
        *(
            _planned(f"plan-memory-{streams}", "plan-memory", f"  {streams} streams", "x")
            for streams in (2, 3, 4)
        ),
        _planned(
            "plan-blocks",
            "plan-memory",
            "memory of three temporaries that never overlap",
            "blocks",
            1,
        ),
    ),
    name="replay",
)

_SIMULATED = Section(
    "On simulated devices",
    (
        Row(
            name="schedules",
            case="simulated",
            title="50 recorded launches with their waits, submitted and run in a seeded order",
            unit="1/s",
            against=None,
            target=_at_least(1000),
            higher_is_better=True,
        ),
        Row(
            name="programs",
            case="simulated",
            title="  the same through streams and the tracker",
            unit="1/s",
            against=None,
            higher_is_better=True,
        ),
        Row(
            name="same-trace",
            case="simulated",
            title="runs from one seed whose traces are equal, of 1,000",
            unit="runs",
            against=None,
            target=_at_least(1000),
            higher_is_better=True,
        ),
    ),
)

SECTIONS = (
    _WHILE_BUSY,
    _ROUND_TRIPS,
    _THROUGHPUT,
    _BACKLOG,
    _LOADED,
    _OVERLAP,
    _ALLOCATION,
    _START,
    _REPLAY,
    _REPLAY_START,
    _PLANNING,
    _SIMULATED,
)
ROWS = tuple(row for section in SECTIONS for row in section.rows)
