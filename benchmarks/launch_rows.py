"""The rows of what a program does without a graph: launches, memory, start, simulated devices."""

from __future__ import annotations

import dataclasses

from benchmarks.row import FLAT, NO_SLOWER, Row, Section, Target, at_least, at_most, at_most_ratio

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
    ),
)

ROUND_TRIPS = Section(
    "Round trip of an empty kernel: launch, then await",
    (
        Row(
            name="round-trip",
            case="round-trip",
            title="round trip, warm, median",
            unit="µs",
            target=at_most_ratio(0.08),
        ),
        Row(
            name="round-trip-p99",
            case="round-trip",
            title="round trip, warm, p99",
            unit="µs",
            target=at_most_ratio(0.4),
        ),
        Row(
            name="idle-round-trip",
            case="round-trip",
            title="round trip, after 1 ms of idleness, median",
            unit="µs",
            target=at_most_ratio(0.2),
        ),
        Row(
            name="idle-round-trip-p99",
            case="round-trip",
            title="round trip, after 1 ms of idleness, p99",
            unit="µs",
            target=at_most_ratio(0.4),
        ),
    ),
)

THROUGHPUT = Section(
    "Submit and run, each",
    (
        Row(
            name="independent",
            case="independent",
            title="independent empty kernels",
            unit="µs",
            target=at_most_ratio(0.06),
        ),
        Row(
            name="chain",
            case="chain",
            title="RAW chain of 16-float axpy, one stream",
            unit="µs",
            target=at_most_ratio(0.03),
        ),
        Row(
            name="chain-two",
            case="chain",
            title="RAW chain alternating between two streams",
            unit="µs",
            target=at_most_ratio(0.05),
        ),
        Row(
            name="dag",
            case="dag",
            title="random layered DAG, 10,000 nodes, 30,000 edges",
            unit="µs",
            target=at_most_ratio(0.15),
        ),
    ),
)

BACKLOG = Section(
    "Long backlogs",
    (
        Row(
            name="dag-growth",
            case="dag-growth",
            against=None,
            title="DAG: a node of 100,000 over a node of 1,000",
            unit="x",
            target=at_most(FLAT),
        ),
        Row(
            name="backlog-growth",
            case="backlog",
            against=None,
            title="submitting with 16,000 pending on one buffer over few",
            unit="x",
            target=at_most(FLAT),
        ),
        Row(
            name="pending-bytes",
            case="pending",
            title="memory of a pending execution",
            unit="bytes",
            target=at_most(600),
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


LOADED = Section(
    "Beside two busy processes",
    (
        *(_beside(row, 3) for row in (ROUND_TRIPS.rows[0], ROUND_TRIPS.rows[2])),
        *(_beside(row, 10 if row.name == "chain-two" else 3) for row in THROUGHPUT.rows),
    ),
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

ALLOCATION = Section(
    "Allocate and free",
    (
        Row(
            name="alloc",
            case="alloc",
            title="1 MB, untouched",
            unit="µs",
            target=at_most(3),
            against="numpy",
        ),
        *(
            Row(
                name=f"touch-{megabytes}",
                case="alloc",
                title=f"{megabytes} MB, all of it written",
                unit="µs",
                target=at_most_ratio(bound),
                against="numpy",
            )
            for megabytes, bound in ((1, NO_SLOWER), (16, NO_SLOWER), (64, 0.5))
        ),
    ),
)

START = Section(
    "Start, in fresh processes with warm caches",
    (
        Row(
            name="import",
            case="start",
            title="import, over NumPy's (in NumPy's column: its own)",
            unit="s",
            against=None,
            target=at_most(0.1),
        ),
        Row(
            name="open",
            case="start",
            title="open a Runtime and a stream",
            unit="s",
            against=None,
            target=at_most(0.25),
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
            target=at_most(0.1),
        ),
    ),
)


SIMULATED = Section(
    "On simulated devices",
    (
        Row(
            name="schedules",
            case="simulated",
            title="50 recorded launches with their waits, submitted and run in a seeded order",
            unit="1/s",
            against=None,
            target=at_least(1000),
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
            target=at_least(1000),
            higher_is_better=True,
        ),
    ),
)
