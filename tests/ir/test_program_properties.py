"""What holds of every program; hypothesis shrinks the ones of which it does not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("hypothesis")

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ir.random_arrays import arrays_for, assert_same_bits
from ir.random_programs import Choices, programs

from streamrt._ir.encoding import constants, decode, encode
from streamrt._ir.interpret import interpret
from streamrt._ir.passes import optimise
from streamrt._ir.passes.rewriter import rewrite
from streamrt._ir.program import Program
from streamrt._ir.text.readable import spell

SMALL = Choices(extents=(0, 1, 2, 3), most_elements=30, steps=6)
# Powers and what is made of tanh and exp change by some ulps; test_passes.py bounds these.
EXACT = replace(SMALL, takes=lambda op: op.name not in ("power", "tanh", "exp"))
QUICK = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])


@QUICK
@given(program=programs(SMALL))
def test_a_rewrite_without_rules_and_a_way_through_bytes_change_nothing(program: Program) -> None:
    again, _ = rewrite(program, {})
    through = decode(encode(program), constants(program))
    assert encode(again) == encode(through) == encode(program)
    assert spell(again) == spell(through) == spell(program)


@QUICK
@given(program=programs(EXACT), seed=st.integers(0, 2**32 - 1))
def test_the_passes_change_no_bit(program: Program, seed: int) -> None:
    changed = optimise(program, contract=False)
    arrays = arrays_for(program, np.random.default_rng(seed))
    assert_same_bits(interpret(changed, arrays), interpret(program, arrays))
    assert encode(optimise(changed, contract=False)) == encode(changed)
