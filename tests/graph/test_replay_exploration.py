"""Plans are right in every order that their waits allow; without one of them, they are not.

The simulator runs the nodes of a replay with the plan's own waits, which nothing else adds to.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from graph.exploring import Explored
from graph.mutating import Mutant, with_an_overlap, without_a_wait
from graph.programs import draw_program

from streamrt._core.planning.plan import POLICIES
from streamrt.graph.capture_plan import CapturePlan
from streamrt.testing._exploring.plans import disorders

ROUNDS = int(os.environ.get("STREAMRT_ROUNDS", "1"))
SEED = int(os.environ.get("STREAMRT_SEED", random.randrange(1 << 32)))
ORDERS = 8  # that each plan is looked at in
MOST_ORDERS = 500  # until a mutant has to be found; see the module `exploring`
# Programs; always the same, so that whoever finds none is no accident.
MUTATED = [
    *range(ROUNDS),
    *(pytest.param(n, marks=pytest.mark.slow) for n in range(ROUNDS, 2 * ROUNDS)),
]
LOOKED = 3  # orders that show one, and whose bytes are looked at
OVERLAPS = 12  # of each plan that are tried


@pytest.mark.parametrize(
    "number",
    [*range(ROUNDS), *(pytest.param(n, marks=pytest.mark.slow) for n in range(ROUNDS, 2 * ROUNDS))],
)
def test_the_bytes_are_the_same_in_every_order(number: int) -> None:
    program = draw_program(SEED + number, 60, streams=3 + number % 2)
    print(f"seed {program.seed}")
    explored = Explored(program)
    for streams in (1, 2, 3, 4):
        plan = explored.plan(streams, POLICIES[(number + streams) % len(POLICIES)])
        orders: set[tuple[int, ...]] = set()
        for run in explored.run(plan, range(ORDERS)):
            assert run.is_right, f"program {program.seed}, {streams} streams, order {run.seed}"
            assert not list(disorders(plan.schedule, run.ran))
            orders.add(tuple(run.ran))
        assert len(orders) > 1 or streams == 1 or not any(plan.schedule.lanes[1:])


def plans(explored: Explored) -> Iterator[CapturePlan[Any]]:
    yield from (explored.plan(k, POLICIES[k % len(POLICIES)]) for k in (2, 3, 4))
    yield explored.plan(3, "program-order")


def seeds_to_find(explored: Explored, mutant: Mutant) -> tuple[int | None, int | None]:
    """The first seeds in whose order nodes run the wrong way round, and leave other bytes."""
    found: list[int] = []
    for run in explored.run(mutant.plan, range(MOST_ORDERS)):
        if any(disorders(mutant.plan.schedule, run.ran)):
            found.append(run.seed)
        if found and not run.is_right:
            return found[0], run.seed
        if len(found) == (LOOKED if mutant.is_seen else 1):
            break
    return (found[0] if found else None), None


@pytest.mark.parametrize("number", MUTATED)
def test_each_wait_that_is_dropped_is_missed(number: int) -> None:
    """None of them could be left out, so there is an order that shows it."""
    explored = Explored(draw_program(2 * number, 60, streams=4, audit=1.0))
    shown_at: Counter[int] = Counter()
    conflicts = bytes_differ = 0
    for plan in plans(explored):
        for mutant in without_a_wait(plan):
            disorder, wrong = seeds_to_find(explored, mutant)
            assert disorder is not None, f"program {number}, {plan.streams} streams: {mutant.name}"
            shown_at[disorder] += 1
            conflicts += mutant.is_seen
            bytes_differ += mutant.is_seen and wrong is not None
    print(f"{shown_at.total()} mutants by the seed that shows them: {sorted(shown_at.items())}")
    print(f"{bytes_differ} leave other bytes, of {conflicts} that may")
    assert shown_at.total() > 10
    assert bytes_differ > conflicts // 4


@pytest.mark.parametrize("number", MUTATED)
def test_temporaries_that_overlap_leave_other_bytes(number: int) -> None:
    """Those of which the program lets nobody see the damage are left out."""
    explored = Explored(draw_program(2 * number, 60, streams=4, audit=1.0))
    seeds: Counter[tuple[bool, int]] = Counter()
    unseen = 0
    for plan in (explored.plan(1), *plans(explored)):
        for mutant in with_an_overlap(plan, explored, OVERLAPS):
            unseen += not mutant.is_seen
            if mutant.is_seen:
                runs = explored.run(mutant.plan, range(1 if mutant.is_certain else MOST_ORDERS))
                at = next((run.seed for run in runs if not run.is_right), None)
                what = f"program {number}, {plan.streams} streams: {mutant.name}"
                assert at is not None, what
                seeds[mutant.is_certain, at] += 1
    print(f"{seeds.total()} mutants by kind and seed: {sorted(seeds.items())}; {unseen} harmless")
    assert {is_certain for is_certain, _ in seeds} == {True, False}
