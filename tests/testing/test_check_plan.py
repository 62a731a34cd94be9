"""`check_plan` sees every wait that a plan lacks."""

from __future__ import annotations

from typing import Any

import pytest
from graph.exploring import Explored
from graph.mutating import without_a_wait
from graph.programs import draw_program

from streamrt import testing
from streamrt.errors import ArgumentError
from streamrt.graph.capture_plan import CapturePlan


def drawn_plan(seed: int) -> CapturePlan[Any]:
    return Explored(draw_program(seed, 24, streams=3, audit=1.0)).plan(3)


def test_a_plan_is_right_in_every_order_and_wrong_without_a_wait() -> None:
    plan = drawn_plan(5)
    checked = testing.check_plan(plan, schedules=300)
    assert checked.schedules == 300
    assert checked.orders > 100
    assert not checked.disorders
    mutants = list(without_a_wait(plan))
    assert len(mutants) > 2
    for mutant in mutants:
        wrong = testing.check_plan(mutant.plan, schedules=300)
        assert wrong.disorders, mutant.name
        assert wrong.disorders[0].reason in ("RAW", "WAR", "WAW", "after")


def test_wrong_arguments_are_refused() -> None:
    plan = drawn_plan(1)
    for options in ({"schedules": 0}, {"strategy": "none"}, {"strategy": 3}):
        with pytest.raises(ArgumentError):
            testing.check_plan(plan, **options)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    with pytest.raises(ArgumentError):
        testing.check_plan(3)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
