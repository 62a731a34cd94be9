"""The rows of graphs: replaying what was captured once, and planning it."""

from __future__ import annotations

from benchmarks.row import FLAT, Row, Section, at_most, at_most_ratio, over


def _replay(name: str, title: str, bound: float) -> Row:
    return Row(name=name, case=name, title=title, unit="ns", target=at_most(bound))


_REPLAY_CHAIN = _replay("replay-chain", "replay a chain of 1,000 axpy, one stream", 80)
_REPLAY_DAG = _replay("replay-dag", "replay a random layered DAG of 1,000 nodes, one stream", 80)
_REPLAY_TWO = _replay(
    "replay-two", "replay a ladder of 1,000 nodes, each waits for the other stream", 500
)


def _over_warp(row: Row) -> Row:
    return over(row, "warp", at_most_ratio(0.3), value="warp's captured graph")


def _over_eager(row: Row) -> Row:
    return over(row, "eager", value="its own eager launches")


REPLAY = Section(
    "Replay of what was captured once; a node",
    (
        _REPLAY_CHAIN,
        _over_warp(_REPLAY_CHAIN),
        _over_eager(_REPLAY_CHAIN),
        _REPLAY_DAG,
        _over_warp(_REPLAY_DAG),
        _over_eager(_REPLAY_DAG),
        _REPLAY_TWO,
        _over_eager(_REPLAY_TWO),
    ),
    name="replay",
)


def _part(name: str, title: str, unit: str, bound: float | None = None) -> Row:
    target = None if bound is None else at_most(bound)
    return Row(
        name=f"replay-{name}",
        case="replay-parts",
        title=title,
        unit=unit,
        against=None,
        target=target,
    )


_TO_RETURN = "  the end of its last node until the await returns"
_FLOOR = "  the same kernels in a plain native loop"
REPLAY_PARTS = Section(
    "The parts of a replay's time, the chain and the DAG in turn",
    (
        _part("dag-to-chain", "a node of the DAG over one of the chain, all included", "x", 2.5),
        _part("chain-nodes", "the chain's nodes alone; a node", "ns"),
        _part("chain-floor", _FLOOR, "ns"),
        _part("chain-return", _TO_RETURN, "µs"),
        _part("dag-nodes", "the DAG's nodes alone; a node", "ns"),
        _part("dag-floor", _FLOOR, "ns"),
        _part("dag-return", _TO_RETURN, "µs"),
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
