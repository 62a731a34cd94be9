"""The rows of memory, start and simulated devices: what a program pays besides its launches."""

from __future__ import annotations

from benchmarks.row import FLAT, NO_SLOWER, Row, Section, at_least, at_most, at_most_ratio, over

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
            target=at_most(350),
        ),
        Row(
            name="pending-python",
            case="pending",
            title="  of which Python's",
            unit="bytes",
        ),
    ),
)

_ALLOC = Row(
    name="alloc",
    case="alloc",
    title="1 MB, untouched, dropped",
    unit="µs",
    against="numpy",
)

ALLOCATION = Section(
    "Allocate and free",
    (
        _ALLOC,
        over(_ALLOC, "torch", at_most_ratio(0.4), value="torch's allocator"),
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
            target=at_most(0.06),
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

EXPLORING = Section(
    "Exploring programs, a fresh runtime for each schedule",
    (
        Row(
            name="explore-fresh",
            case="exploring",
            title="50 launches on two streams, without a loop",
            unit="1/s",
            against=None,
            target=at_least(500),
            higher_is_better=True,
        ),
        Row(
            name="explore-races",
            case="exploring",
            title="  the same, looking for races",
            unit="1/s",
            against=None,
            higher_is_better=True,
        ),
        Row(
            name="explore-loop",
            case="exploring",
            title="  the same on an event loop, which is explored, too",
            unit="1/s",
            against=None,
            higher_is_better=True,
        ),
        Row(
            name="explore-share",
            case="exploring",
            title="  as a share of `asyncio.run` of the same program on the simulator",
            unit="",
            against=None,
            target=at_least(0.25),
            higher_is_better=True,
        ),
        Row(
            name="explore-small",
            case="exploring",
            title="one fill that is awaited",
            unit="1/s",
            against=None,
            target=at_least(3000),
            higher_is_better=True,
        ),
        Row(
            name="sweep",
            case="exploring",
            title="runs of `sweep`: each has one fault strike four tasks",
            unit="1/s",
            against=None,
            target=at_least(500),
            higher_is_better=True,
        ),
    ),
    name="exploring",
)
