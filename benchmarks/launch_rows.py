"""The rows of launches: what a program submits one by one, without a graph."""

from __future__ import annotations

import dataclasses

from benchmarks.row import Row, Section, Target, at_least, at_most, at_most_ratio, over
from benchmarks.threads import COUNTS

WHILE_BUSY = Section(
    "While the loop's thread computes in Python",
    (
        Row(
            name="busy-kept",
            case="busy",
            title="200 µs kernels, 16 in flight: throughput kept",
            unit="of idle",
            target=at_least(0.95),
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
            target=at_most(50),
        ),
        Row(
            name="edge-20",
            case="edge",
            title="  after a kernel of 20 µs",
            unit="µs",
            target=at_most(50),
        ),
        Row(
            name="gpu-edge",
            case="gpu-edge",
            title="kernel on the CPU to hand-over of one for a GPU, over a fake driver",
            unit="µs",
            against=None,
            target=at_most(100),
        ),
    ),
)


def _round_trip(
    name: str, title: str, bound: float | None = None, *, case: str = "round-trip"
) -> Row:
    target = None if bound is None else at_most_ratio(bound)
    return Row(name=name, case=case, title=title, unit="µs", target=target)


ROUND_TRIPS = Section(
    "Round trip of an empty kernel: launch, then await",
    (
        _round_trip("round-trip", "round trip, warm, median", 0.05),
        _round_trip("round-trip-p99", "round trip, warm, p99", 0.25),
        _round_trip("idle-round-trip", "round trip, after 1 ms of idleness, median", 0.15),
        _round_trip("idle-round-trip-p99", "round trip, after 1 ms of idleness, p99", 0.4),
    ),
)


def _long(name: str, title: str) -> Row:
    return _round_trip(name, f"round trip of 20 µs, {title}", case="round-trip-20")


ROUND_TRIPS_20 = Section(
    "Round trip of a 20 µs kernel that declares no bound: what is beyond the kernel's own time",
    (
        _long("round-trip-20", "warm, median"),
        _long("round-trip-20-p99", "warm, p99"),
        _long("idle-round-trip-20", "after 1 ms of idleness, median"),
        _long("idle-round-trip-20-p99", "after 1 ms of idleness, p99"),
    ),
)


def _each(name: str, title: str, case: str = "", bound: float | None = None) -> Row:
    target = None if bound is None else at_most_ratio(bound)
    return Row(name=name, case=case or name, title=title, unit="µs", target=target)


_INDEPENDENT = _each("independent", "independent empty kernels")
_CHAIN = _each("chain", "RAW chain of 16-float axpy, one stream")
_CHAIN_TWO = _each("chain-two", "RAW chain alternating between two streams", "chain", 0.02)
_DAG = _each("dag", "random layered DAG, 10,000 nodes, 30,000 edges")

THROUGHPUT = Section(
    "Submit and run, each",
    (
        _INDEPENDENT,
        over(_INDEPENDENT, "torch", at_most_ratio(1), value="torch's zero_() on one element"),
        _CHAIN,
        over(_CHAIN, "torch", at_most_ratio(0.5), value="torch's in-place operation"),
        _CHAIN_TWO,
        _DAG,
        over(_DAG, "torch", at_most_ratio(1)),
        over(_DAG, "jax", at_most_ratio(0.2)),
    ),
)

DRAIN = Section(
    "The drain loop alone: a queue that a gate held while it was filled",
    (
        Row(
            name="drain",
            case="drain",
            title="run an empty record that waits in its queue",
            unit="ns",
            target=at_most(80),
        ),
        Row(
            name="drain-checked",
            case="drain",
            title="  with a check of the record before",
            unit="ns",
            against=None,
        ),
    ),
)


def _fresh(name: str, title: str, bound: float | None) -> Row:
    target = None if bound is None else at_most_ratio(bound)
    return Row(name=name, case="fresh", title=title, unit="µs", against="jax", target=target)


CALLS = Section(
    "A call with one fresh output of 16 floats, dropped at once; over jax's cached call of x + 1",
    (
        _fresh("fresh", "back to back", 0.3),
        *(_fresh(f"fresh-{gap}", f"{gap:,} µs after the last", 0.6) for gap in (50, 200, 1000)),
        _fresh("fresh-execute", "by rt.execute, back to back", None),
        _fresh("fresh-replay", "replay of 3 nodes, one input rebound, back to back", 0.4),
    ),
    name="calls",
)

_SHARES = {
    "own": "each on its own stream",
    "one": "all on one stream",
    "shared": "own streams, one buffer for all",
}


def _from_threads(share: str, count: int) -> Row:
    threads = "1 thread" if count == 1 else f"{count} threads"
    title = f"submit from {threads}, {_SHARES[share]}"
    return _each(f"threads-{share}-{count}", title, "threads")


THREADS = Section(
    "Submissions from several threads at once, each submission; the results are checked",
    tuple(_from_threads(share, count) for share in _SHARES for count in COUNTS),
    name="threads",
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


LOADED = Section(
    "Beside two busy processes",
    (
        *(_beside(row, 3) for row in (ROUND_TRIPS.rows[0], ROUND_TRIPS.rows[2])),
        *(_beside(row, 3) for row in (_INDEPENDENT, _CHAIN)),
        _beside(_CHAIN_TWO, 10),
        _beside(_DAG, 3),
    ),
)

WATCHED = Section(
    "The race detector: the RAW chain alternating between two streams, submission alone, each",
    (
        Row(
            name="races",
            case="races",
            title="with races=True",
            unit="µs",
            target=at_most(12),
            against=None,
        ),
        Row(name="races-off", case="races", title="without", unit="µs", against=None),
    ),
    name="races",
)

OVERLAP = Section(
    "Pipeline",
    (
        Row(
            name="overlap",
            case="overlap",
            title="load 2 ms, compute 2 ms, 500 items: max(load, compute) over time",
            unit="of ideal",
            target=at_least(0.95),
            higher_is_better=True,
        ),
    ),
)
