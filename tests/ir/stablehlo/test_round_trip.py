"""What is written as StableHLO is read again, and computes the same."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from ir.random_arrays import arrays_for
from ir.random_programs import Choices, random_program

from streamrt._ir.interpret import interpret
from streamrt._ir.ops import Op
from streamrt._ir.stablehlo.building import read_stablehlo
from streamrt._ir.stablehlo.problems import StableHLOError
from streamrt._ir.stablehlo.spelled.values import is_spelled
from streamrt._ir.stablehlo.spelling import spell_stablehlo

UNREAD = ("bitcast_convert", "complex", "real", "imag", "fft")
"""The operations that are written, and not read."""

FREE = ("partition", "argpartition")
"""Operations whose result is not determined."""


def is_there(op: Op) -> bool:
    return is_spelled(op) and op.name not in FREE


@pytest.mark.parametrize("seed", range(4))
def test_programs_are_read_as_they_were_written(seed: int) -> None:
    seen: Counter[str] = Counter()
    unexpected: set[str] = set()
    for number in range(60):
        program = random_program(Random(1000 * seed + number), Choices(takes=is_there))
        text = spell_stablehlo(program, "program")
        arrays = arrays_for(program, np.random.default_rng(number))
        try:
            found = read_stablehlo(text).program
        except StableHLOError as error:
            refused = {problem.text.split()[0].rpartition(".")[2] for problem in error.problems}
            unexpected |= refused - {*UNREAD}
            seen["refused"] += 1
            continue
        with np.errstate(all="ignore"):
            expected, made = interpret(program, arrays), interpret(found, arrays)
        for one, other in zip(made, expected, strict=True):
            assert one.dtype == other.dtype
            assert one.shape == other.shape
            is_same = np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
            seen["same" if is_same else "close"] += 1
            if one.dtype.kind != "f":
                assert is_same, text
            elif not is_same:  # an fma is two operations in the text, and some functions are others
                wide = one.astype("f8"), other.astype("f8")
                far = ~np.isclose(*wide, rtol=3e-3, atol=1e-3, equal_nan=True)
                assert far.mean() < 0.5, text
                seen["far"] += bool(far.any())
    assert not unexpected
    assert seen["same"] > 60
    assert seen["close"] < 0.2 * seen["same"]
    assert seen["far"] <= 3, "cancellation makes a difference of one rounding large"
