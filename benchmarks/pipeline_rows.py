"""The rows of pipelines: what an item costs, overlap, pictures, and what lies around a run."""

from __future__ import annotations

from benchmarks.row import (
    BEST,
    NO_SLOWER,
    Row,
    Section,
    Target,
    at_least,
    at_most,
    at_most_ratio,
    over,
)


def _each(name: str, case: str, title: str, bound: float, against: str = "executor") -> Row:
    return Row(name=name, case=case, title=title, unit="µs", against=against, target=at_most(bound))


def _own(name: str, case: str, title: str, unit: str, bound: float | None) -> Row:
    target = None if bound is None else at_most(bound)
    return Row(name=name, case=case, title=title, unit=unit, against=None, target=target)


PIPELINE_ITEMS = Section(
    "Pipelines of one stage, an item",
    (
        _each("pipe-map", "pipe-map", "a function, one worker", 10),
        _each("pipe-map-8", "pipe-map", "a function, eight workers", 10),
        _each("pipe-coroutine", "pipe-coroutine", "a coroutine function, eight at once", 10),
        _each("pipe-fill", "pipe-fill", "a row of 16 floats, in batches of 32", 10),
        _own("pipe-batch", "pipe-batch", "what batches of 32 add to an item", "µs", 2),
        _own("pipe-submit", "pipe-submit", "a launch of axpy by submit", "µs", None),
        _own("pipe-submit-added", "pipe-submit", "  beyond the same launch in a loop", "µs", 3),
    ),
    "pipelines",
)


def _overlap(name: str, title: str, bound: float | None, case: str = "pipe-overlap") -> Row:
    return Row(
        name=name,
        case=case,
        title=title,
        unit="of ideal",
        against="executor" if case == "pipe-overlap" else None,
        target=None if bound is None else at_least(bound),
        higher_is_better=True,
    )


PIPELINE_OVERLAP = Section(
    "Pipelines that load for 2 ms in eight workers and compute for 2 ms in one",
    (
        _overlap("pipe-overlap", "500 items: ideal over time", 0.98),
        _overlap("pipe-overlap-busy", "  beside a thread that computes in Python", None),
        _overlap(
            "pipe-launched-busy", "  beside it, and loads are launches, too", 0.95, "pipe-launched"
        ),
    ),
    "pipelines",
)

_PICTURES = Row(
    name="pipe-png",
    case="pipe-png",
    title="pictures",
    unit="1/s",
    against=BEST,
    higher_is_better=True,
    target=Target("ratio", 1.0, at_least=True),
)
_PICTURE_CPU = Row(
    name="pipe-png-cpu",
    case="pipe-png",
    title="CPU time of a picture",
    unit="ms",
    against=BEST,
    target=at_most_ratio(NO_SLOWER),
)

PIPELINE_PICTURES = Section(
    "1,500 PNG files to batches of floats, through a small network; over the best of the others",
    (
        _PICTURES,
        over(_PICTURES, "numpy", value="a plain loop"),
        _PICTURE_CPU,
        over(_PICTURE_CPU, "numpy", value="a plain loop"),
    ),
    "pipelines",
)

PIPELINE_RUNS = Section(
    "Around the items of a pipeline",
    (
        _own("pipe-memory", "pipe-memory", "growth of memory over 10^6 items", "%", 2),
        _own("pipe-leave", "pipe-leave", "leaving, beyond the longest function; worst", "ms", 50),
        _own("pipe-exit", "pipe-leave", "end of a process that does not leave a run", "s", 1),
        _own("pipe-resume", "pipe-resume", "resume at item 10^9, to the first item", "ms", 10),
        _own("pipe-resume-shuffled", "pipe-resume", "  of a shuffled source", "ms", 10),
    ),
    "pipelines",
)
