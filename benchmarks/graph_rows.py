"""The rows of graphs: replaying what was captured once, and planning it."""

from __future__ import annotations

import dataclasses

from benchmarks.row import FLAT, Row, Section, Target, at_most, at_most_ratio


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
    return Row(name=name, case=name, title=title, unit="ns", target=at_most(bound))


_REPLAY_CHAIN = _replay("replay-chain", "replay a chain of 1,000 axpy, one stream", 80)
_REPLAY_DAG = _replay("replay-dag", "replay a random layered DAG of 1,000 nodes, one stream", 80)
_REPLAY_TWO = _replay(
    "replay-two", "replay a ladder of 1,000 nodes, each waits for the other stream", 500
)
_OVER_WARP = "  the same, over warp's captured graph"
_OVER_EAGER = "  the same, over its own eager launches"

REPLAY = Section(
    "Replay of what was captured once; a node",
    (
        _REPLAY_CHAIN,
        _against(_REPLAY_CHAIN, "warp", _OVER_WARP, at_most_ratio(0.3)),
        _against(_REPLAY_CHAIN, "eager", _OVER_EAGER),
        _REPLAY_DAG,
        _against(_REPLAY_DAG, "warp", _OVER_WARP, at_most_ratio(0.3)),
        _against(_REPLAY_DAG, "eager", _OVER_EAGER),
        _REPLAY_TWO,
        _against(_REPLAY_TWO, "eager", _OVER_EAGER),
    ),
    name="replay",
)


def _start(name: str, title: str, bound: float | None = None) -> Row:
    target = None if bound is None else at_most(bound)
    return Row(name=name, case="replay-start", title=title, unit="µs", target=target)


REPLAY_START = Section(
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
    target = None if bound is None else at_most(bound)
    return Row(name=name, case=case, title=title, unit=unit, against=None, target=target)


# The size that a plan's arena may have, over the most bytes that live at once.
NEAR_BOUND = 1.1

PLANNING = Section(
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
