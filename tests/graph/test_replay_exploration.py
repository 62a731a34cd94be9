"""Plans are right in every order that their waits allow; without one of them, they are not.

The simulator runs the nodes of a replay with the plan's own waits, which nothing else adds to.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest
from graph.exploring import Explored, disorders, with_an_overlap, without_a_wait
from graph.programs import draw_program

from streamrt._core.plan import POLICIES
from streamrt.graph import CapturePlan

ROUNDS = int(os.environ.get("STREAMRT_ROUNDS", "1"))
SEED = int(os.environ.get("STREAMRT_SEED", random.randrange(1 << 32)))
ORDERS = 8  # that each plan is looked at in
MOST_ORDERS = 100  # until a mutant has to be found; see the module `exploring`
MUTATED = range(3 * ROUNDS)  # programs; always the same, so that whoever finds none is no accident
OVERLAPS = 8  # of each plan that are tried, of each kind


@pytest.mark.parametrize("number", range(4 * ROUNDS))
def test_the_bytes_are_the_same_in_every_order(number: int) -> None:
    program = draw_program(SEED + number, 60, streams=1 + number % 4)
    print(f"seed {program.seed}")
    explored = Explored(program)
    for streams in (1, 2, 3, 4):
        plan = explored.plan(streams, POLICIES[(number + streams) % len(POLICIES)])
        orders: set[tuple[int, ...]] = set()
        for seed in range(ORDERS):
            is_right, _, ran = explored.run(plan, seed)
            assert is_right, f"program {program.seed}, {streams} streams, order {seed}"
            assert not list(disorders(plan.schedule, ran))
            orders.add(tuple(ran))
        assert len(orders) > 1 or streams == 1 or not any(plan.schedule.lanes[1:])


def found_at(explored: Explored, plan: CapturePlan) -> tuple[int | None, int | None]:
    """The first seeds in whose order bytes are wrong, and in whose order nodes are."""
    wrong: int | None = None
    for seed in range(MOST_ORDERS):
        is_right, _, ran = explored.run(plan, seed)
        if not is_right:
            wrong = seed
        if any(disorders(plan.schedule, ran)):
            return wrong, seed
        if wrong is not None and plan.schedule.waits == ():
            break
    return wrong, None


def plans(explored: Explored) -> Iterator[CapturePlan]:
    yield from (explored.plan(k, POLICIES[k % len(POLICIES)]) for k in (2, 3, 4))
    yield explored.plan(3, "program-order")


@pytest.mark.parametrize("number", MUTATED)
def test_each_wait_that_is_dropped_is_missed(number: int) -> None:
    """None of them could be left out, so there is an order that shows it."""
    program = draw_program(number, 60, streams=4, audit=1.0)
    explored = Explored(program)
    seeds: Counter[int | None] = Counter()
    by_bytes = 0
    for plan in plans(explored):
        for name, mutant in without_a_wait(plan):
            wrong, disorder = found_at(explored, mutant)
            assert disorder is not None, f"program {number}, {plan.streams} streams: {name}"
            seeds[disorder] += 1
            by_bytes += wrong is not None
    print(f"{seeds.total()} mutants, {by_bytes} leave other bytes; by seeds {sorted(seeds.items())}")
    assert seeds.total() > 10
    assert by_bytes > seeds.total() // 3


def some(mutants: Iterable[tuple[str, bool, CapturePlan]]) -> Iterator[tuple[str, bool, CapturePlan]]:
    """Some of each kind: those that every order shows, and those that some do."""
    tried: Counter[bool] = Counter()
    for name, is_certain, mutant in mutants:
        tried[is_certain] += 1
        if tried[is_certain] <= OVERLAPS:
            yield name, is_certain, mutant


@pytest.mark.parametrize("number", MUTATED)
def test_temporaries_that_overlap_leave_other_bytes(number: int) -> None:
    program = draw_program(number, 60, streams=4, audit=1.0)
    explored = Explored(program)
    seeds: Counter[tuple[bool, int]] = Counter()
    for plan in (explored.plan(1), *plans(explored)):
        for name, is_certain, mutant in some(with_an_overlap(plan)):
            orders = 1 if is_certain else MOST_ORDERS
            rights = (explored.run(mutant, seed)[0] for seed in range(orders))
            at = next((seed for seed, is_right in enumerate(rights) if not is_right), None)
            assert at is not None, f"program {number}, {plan.streams} streams: {name}"
            seeds[is_certain, at] += 1
    print(f"{seeds.total()} mutants, by kind and seeds {sorted(seeds.items())}")
    assert {is_certain for is_certain, _ in seeds} == {True, False}
