"""Extents: other numbers that fulfil all conditions lead to the same decisions."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamrt._ir.extents.kept import KeptLowerings, _Table
from streamrt._ir.extents.polynomial import Conditions, NotKeptError, spelled
from streamrt._ir.extents.structure import lifted, structure_of
from streamrt._ir.lower import lower
from streamrt._ir.passes import optimise
from streamrt._ir.program import Builder, Program


def decided(chance: Random, given: list[Any]) -> tuple[list[Any], list[bool]]:
    """Computes with numbers as the compiler does; returns what it got, and what it decided."""
    known, decisions = list(given), list[bool]()
    for _ in range(12):
        x, y = chance.choice(known), chance.choice([*known, 0, 1, 2, 7, 64])
        kind = chance.randrange(11)
        if kind < 3:
            known.append([x + y, x - y, y - x][kind])
        elif kind < 5:
            known.append([x * y, -x][kind - 3])
        elif kind == 5:
            decisions.append(bool(y))
            if y:
                known += divmod(x, y)
        elif kind == 6:
            known.append(abs(x))
            known.append(max(x, y))
        else:
            decisions.append([x == y, x < y, x >= y, x != y][kind - 7])
    return known, decisions


@given(
    st.integers(0, 2**32),
    st.lists(st.integers(-3, 9), min_size=2, max_size=2),
    st.lists(st.integers(-3, 9), min_size=2, max_size=2),
)
def test_numbers_that_fulfil_the_conditions_are_decided_alike(
    seed: int, one: list[int], other: list[int]
) -> None:
    conditions = Conditions(one)
    found, decisions = decided(Random(seed), list(conditions.given))
    assert decided(Random(seed), one) == (found, decisions)
    table = _Table()
    places = [table.number(each) for each in found]
    fill = table.function(conditions)
    assert [fill(*one)[0][place] for place in places] == decided(Random(seed), one)[0]
    filled = fill(*other)
    if filled is not None:
        assert ([filled[0][p] for p in places], decisions) == decided(Random(seed), other)


@pytest.mark.parametrize("take", [range, lambda n: [0][n], int, float, lambda n: [0] * n, np.zeros])
def test_an_extent_is_no_plain_integer(take: Any) -> None:
    (extent,) = Conditions([3]).given
    with pytest.raises((NotKeptError, TypeError)):
        take(extent)


def test_text_of_an_extent_is_for_that_number_alone() -> None:
    conditions = Conditions([3])
    assert f"{conditions.given[0]} {conditions.given[0] * 2:>3}" == "3   6"
    assert [(how, spelled(dict(terms))) for how, terms in conditions.found] == [
        ("==", "-3+1*n0"),
        ("==", "-6+2*n0"),
    ]


def layer(rows: int, columns: int) -> Program:
    """Returns a program with a product, a reduction, a concatenation and a reshape."""
    builder = Builder()
    x, w = builder.parameter("f32", (rows, 8)), builder.parameter("f32", (8, columns))
    y = builder.apply("matmul", x, w)
    total = builder.apply("sum", y, attributes=((1,),))
    wide = builder.broadcast(
        builder.apply("reshape", total, attributes=((rows, 1),)), (rows, columns)
    )
    z = builder.apply("concatenate", builder.apply("subtract", y, wide), y, attributes=(0,))
    flat = builder.apply("reshape", z, attributes=((2 * rows * columns,),))
    return builder.finish([flat, builder.apply("max", z, attributes=((0,),))])


def test_a_third_shape_is_not_lowered() -> None:
    kept = KeptLowerings()
    for rows, columns in ((5, 12), (6, 13), (7, 15), (100, 30), (33, 1000), (9, 8)):
        program = layer(rows, columns)
        found = kept.lower(program, [None, None])
        expected = lower(optimise(program), [None, None])
        assert found.steps == expected.steps
        assert tuple(found.fresh) == expected.fresh
        assert tuple(found.results) == expected.results
    assert (kept.lowered, kept.filled) == (2, 4)


def test_numbers_that_are_equal_by_chance_make_a_template_of_their_own() -> None:
    kept = KeptLowerings()
    for rows, columns in ((5, 5), (6, 6), (7, 7), (7, 8), (1, 9), (2, 9)):
        program = layer(rows, columns)
        found = kept.lower(program, [None, None])
        assert found.results == lower(optimise(program), [None, None]).results
    assert kept.filled < kept.lowered


def test_a_structure_has_all_but_the_numbers() -> None:
    one, other = (structure_of(layer(*shape), [(32, 4), None]) for shape in ((5, 6), (7, 8)))
    assert one.key == other.key
    assert one.numbers != other.numbers
    assert one.key != structure_of(layer(5, 6), [None, None]).key
    again, strides = lifted(layer(5, 6), [(32, 4), None], other.numbers)
    assert structure_of(again, strides) == other
