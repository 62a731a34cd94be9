"""Nothing is found in programs that are right; `make soak` explores very many of them."""

from __future__ import annotations

import random

import pytest
from testing.drawn_programs import DEVICES, drawn_program

from streamrt import testing

SEED = random.randrange(1 << 32)


@pytest.mark.parametrize(
    "number", [*range(6), *(pytest.param(n, marks=pytest.mark.slow) for n in range(6, 12))]
)
def test_nothing_is_found_in_a_program_that_is_right(number: int) -> None:
    seed = SEED + number
    print(f"seed {seed}")
    found = testing.explore(drawn_program(seed), schedules=40, seed=seed, devices=DEVICES)
    found.check()
    assert found.schedules == 40


def test_what_is_drawn_is_worth_exploring() -> None:
    """Faults strike, and the traces of schedules differ."""
    swept = testing.sweep(
        drawn_program(3), faults=[testing.slow(), testing.lose()], devices=DEVICES
    )
    assert swept.failure is None
    assert sum(swept.injected.values()) > 10
