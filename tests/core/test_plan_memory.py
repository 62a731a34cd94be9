"""The memory of plans: which temporaries share it, and how close the arena is to its bound."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from core.planner_programs import (
    layered,
    memory_problems,
    reached,
    read,
    scattered,
    temporaries,
    write,
)

from streamrt._core.planning import packing
from streamrt._core.planning.plan import POLICIES, PlanNode, PlanValue, make_plan


def test_three_temporaries_that_never_live_together_use_one_block() -> None:
    nodes = [PlanNode(uses, 1) for i in range(3) for uses in ([write(i)], [read(i), write(3)])]
    values = [*temporaries(3), PlanValue(64, is_temporary=False)]
    plan = make_plan(values, nodes, policy="program-order")
    assert plan.offsets == (0, 0, 0, None)
    assert plan.arena_nbytes == plan.live_bytes_bound == 64


def test_a_chain_needs_two_blocks_and_only_one_in_place() -> None:
    def chain(pairs: list[tuple[int, int]]) -> list[PlanNode]:
        links = [PlanNode([read(i), write(i + 1)], 1, (), pairs) for i in range(20)]
        return [PlanNode([write(0)], 1), *links]

    assert make_plan(temporaries(21), chain([])).arena_nbytes == 128
    plan = make_plan(temporaries(21), chain([(0, 1)]))
    assert plan.arena_nbytes == plan.live_bytes_bound == 64
    assert len(plan.in_place) == 20


def test_an_input_that_is_read_through_two_intervals_is_not_overwritten() -> None:
    """The output may be written before the node reads those bytes through the other interval."""
    uses = [read(0, 32, 48), write(1), read(0)]
    for pairs in ([(2, 1)], [(0, 1), (2, 1)]):
        assert make_plan(temporaries(2), [PlanNode(uses, 1, (), pairs)]).in_place == ()


def test_what_two_streams_do_side_by_side_shares_nothing_unless_it_is_ordered() -> None:
    """Issue order is not enough; within each stream blocks are shared all the same."""
    nodes = [PlanNode([use(i)], 9000) for i in range(8) for use in (write, read)]
    plan = make_plan(temporaries(8), nodes, 2, "program-order")
    assert plan.waits == ((),) * 16
    assert plan.arena_nbytes == 128
    assert len({plan.offsets[i] for i in range(8)}) == 2


def test_for_least_memory_what_was_begun_is_finished_first() -> None:
    nodes = [PlanNode([use(i)], 1000) for i in range(8) for use in (write, read)]
    assert make_plan(temporaries(8), nodes).arena_nbytes == 8 * 64
    plan = make_plan(temporaries(8), nodes, policy="least-memory")
    assert plan.arena_nbytes == plan.live_bytes_bound == 64


def test_for_least_memory_the_node_that_frees_most_goes_first() -> None:
    """1 frees nothing until 2 has read the value as well; then it comes before 3."""
    nodes = [
        PlanNode([write(0)], 1),
        PlanNode([read(0), write(1)], 1),
        PlanNode([read(0)], 1),
        PlanNode([write(2, 0, 32)], 1, after=[0]),
        PlanNode([read(1), read(2, 0, 32)], 1),
    ]
    values = [*temporaries(2), PlanValue(32, is_temporary=True)]
    assert make_plan(values, nodes, policy="least-memory").order == (0, 2, 1, 3, 4)


def test_values_with_memory_of_their_own_and_unused_ones_get_none() -> None:
    values = [PlanValue(64, is_temporary=False), *temporaries(2)]
    plan = make_plan(values, [PlanNode([read(0), write(1)], 1, (), [(0, 1)])])
    assert plan.offsets == (None, 0, None)
    assert plan.in_place == ()


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    "sizes",
    [
        pytest.param([4096], id="equal"),
        pytest.param([1 << i for i in range(6, 21)], id="powers of two", marks=pytest.mark.slow),
        pytest.param([64, 200, 1000, 4096, 5000, 65536, 100_000], id="mixed"),
    ],
)
def test_one_stream_stays_within_a_tenth_of_the_live_bytes(policy: str, sizes: list[int]) -> None:
    for seed in range(10):
        random = Random(seed)
        for values, nodes in (
            layered(random, 40, 8, sizes),
            scattered(random, 400, sizes),
            scattered(random, 400, sizes, reach=20),
        ):
            plan = make_plan(values, nodes, 1, policy)
            assert plan.arena_nbytes <= 1.1 * plan.live_bytes_bound, f"seed {seed}"


@pytest.mark.parametrize("streams", [1, 2])
def test_long_programs_of_odd_sizes_are_mended_where_they_stick_out(
    streams: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """These are the hardest to pack; the oracle looks at the tenants that were moved."""
    values, nodes = scattered(Random(3), 400, [*range(64_000, 128_000, 64)], reach=20)
    windows = 0
    improve = packing._Packer._improve

    def counting(self: packing._Packer, *arguments: Any) -> dict[int, int]:
        nonlocal windows
        windows += 1
        return improve(self, *arguments)

    monkeypatch.setattr(packing._Packer, "_improve", counting)
    mended = make_plan(values, nodes, streams, "program-order")
    assert list(memory_problems(values, nodes, mended, reached(mended))) == []
    assert bool(windows) == (streams == 1)
    monkeypatch.setattr(packing._Packer, "_mend", lambda *_: None)
    plan = make_plan(values, nodes, streams, "program-order")
    assert (mended.arena_nbytes < plan.arena_nbytes) == (streams == 1)
