"""The exact passes change no bit of any operation of any operation, of numbers at the edges.

One program for each dtype has them all as results: x, y, numbers, every operation of these, and
every operation of every two of those. Random programs would find the patterns of rare rules rarely.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import numpy as np
import pytest
from ir.random_arrays import assert_same_bits
from ir.random_programs import EVERY_DTYPE

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.interpret import interpret
from streamrt._ir.ops import accepts, op
from streamrt._ir.passes import fold, idioms, simplify, views
from streamrt._ir.passes.rewriter import joined, rewrite
from streamrt._ir.program import Builder, Program, Value
from streamrt._ir.text.readable import spell

EXACT = (fold.RULES, views.RULES, simplify.RULES)
UNARY = (
    "negative", "absolute", "square", "sign", "floor", "trunc", "rint", "reciprocal", "sqrt",
    "invert", "isnan", "isfinite", "exp",
)  # fmt: skip
BINARY = (
    "add", "subtract", "multiply", "divide", "floor_divide", "remainder", "maximum", "minimum",
    "fmax", "fmin", "copysign", "bitwise_and", "bitwise_or", "bitwise_xor", "left_shift",
    "right_shift",
)  # fmt: skip
COMPARISONS = ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")
FLOATS = (0.0, -0.0, 1.0, -1.0, 0.5, -4.0, 2.5, 1e-40, 3e38, np.inf, -np.inf, np.nan)


def edges(dtype: str) -> list[float]:
    low, high = DTYPES[dtype].bounds
    if DTYPES[dtype].kind == "f":
        return [*FLOATS]
    return sorted({low, low + 1, min(max(-1, low), high), 0, 1, min(2, high), high - 1, high})


def check(program: Program, arrays: list[np.ndarray[tuple[int], np.dtype[np.generic]]]) -> None:
    # The idioms of floats change some ulps; those of integers nothing.
    has_floats = any(value.dtype.kind == "f" for value in program.values())
    changed, _ = rewrite(program, joined(EXACT if has_floats else (*EXACT, idioms.RULES)))
    results = zip(interpret(changed, arrays), interpret(program, arrays), strict=True)
    for place, (found, expected) in enumerate(results):
        try:
            assert_same_bits([found], [expected])
        except AssertionError as error:
            error.add_note(spell(Program(program.parameters, program.results[place : place + 1])))
            error.add_note(spell(Program(changed.parameters, changed.results[place : place + 1])))
            raise


SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in ("f64", "i8", "i64", "u64")]


@pytest.mark.parametrize("dtype", ["f32", "u8", "bool", *SLOW])
def test_elementwise_operations_of_elementwise_operations(dtype: str) -> None:
    known = DTYPES[dtype]
    x, y = (
        np.array(column, known.numpy)
        for column in zip(*product(edges(dtype), repeat=2), strict=True)
    )
    builder = Builder()
    first, second = builder.parameter(dtype, x.shape), builder.parameter(dtype, x.shape)
    numbers = [builder.full(number, dtype, x.shape) for number in edges(dtype)]

    binary = BINARY if known.kind == "f" else (*BINARY, "power")

    def applied(inner: list[Value], outer: list[Value]) -> Iterable[Value]:
        for name in UNARY:
            if accepts(op(name), known.kind):
                yield from (builder.apply(name, value) for value in inner)
        for name in (*binary, *COMPARISONS):
            if accepts(op(name), known.kind):
                for pair in product(inner, outer):
                    yield builder.apply(name, *pair)
                    yield builder.apply(name, *reversed(pair))

    sources = [first, second, *numbers]
    inner = [*applied([first], [second])]
    same = [*sources, *(value for value in inner if value.dtype is known)]
    bools = [value for value in inner if value.dtype.name == "bool"]
    results = [*applied(same, [*sources, *same[len(sources) :: 3]])]
    results += [builder.apply("invert", value) for value in bools]
    truths = [builder.full(truth, "bool", x.shape) for truth in (True, False)]
    conditions = [*bools, *(builder.apply("invert", value) for value in bools), *truths]
    for condition in conditions:
        for pair in product((first, second, *numbers[:2]), repeat=2):
            results.append(builder.apply("where", condition, *pair))
        results.append(builder.apply("where", condition, *truths))
        results.append(builder.apply("where", condition, *reversed(truths)))
    check(builder.finish(results), [x, y])


@pytest.mark.parametrize("dtype", EVERY_DTYPE)
def test_casts_of_casts(dtype: str) -> None:
    powers = [sign * (2**n + d) for n in (0, 7, 8, 15, 16, 24, 31, 32, 53, 63) for sign in (1, -1)
              for d in (-1, 0, 1)]  # fmt: skip
    low, high = DTYPES[dtype].bounds
    if DTYPES[dtype].kind == "f":
        found: list[float] = [*powers, *FLOATS, *(power + 0.5 for power in powers[:20])]
    else:
        found = [*edges(dtype), *(power for power in powers if low <= power <= high)]
    with np.errstate(over="ignore"):
        x = np.array(found, DTYPES[dtype].numpy)
    builder = Builder()
    first = builder.parameter(dtype, x.shape)
    once = [builder.apply("cast", first, dtype=each) for each in EVERY_DTYPE]
    twice = [builder.apply("cast", value, dtype=each) for value in once for each in EVERY_DTYPE]
    check(builder.finish([*once, *twice]), [x])


def slices(extent: int) -> Iterable[tuple[tuple[int], tuple[int], tuple[int]]]:
    """Every slice of a vector."""
    for start, step in product(range(extent), (1, 2, -1, -2)):
        most = (extent - 1 - start) // step + 1 if step > 0 else start // -step + 1
        yield from (((start,), (step,), (count,)) for count in range(most + 1))


def test_slices_of_slices_parts_and_updates() -> None:
    builder = Builder()
    x, y, z = (builder.parameter("i8", (n,)) for n in (5, 2, 1))
    none = builder.parameter("i8", (0,))
    joined = builder.apply("concatenate", y, none, z, y, attributes=(0,))
    results: list[Value] = [joined]
    for one in slices(5):
        piece = builder.apply("slice", x, attributes=one)
        results.append(builder.apply("slice", joined, attributes=one))
        new = builder.apply("slice", joined, attributes=one)
        updated = builder.apply("update", x, new, attributes=one[:2])
        for other in slices(5):
            if other[2] == one[2]:
                value = builder.apply("slice", x, attributes=other)
                results.append(builder.apply("update", updated, value, attributes=other[:2]))
            results.append(builder.apply("slice", updated, attributes=other))
        results += [builder.apply("slice", piece, attributes=each) for each in slices(one[2][0])]
    arrays = [np.arange(n, dtype="i1") + 10 * n for n in (5, 2, 1, 0)]
    check(builder.finish(results), arrays)


def test_every_operation_with_a_rule_of_its_own_is_among_the_pairs() -> None:
    twins = {"ceil", "isinf"}  # which share the rules of floor and isnan
    covered = {*UNARY, *BINARY, *COMPARISONS, "where", "cast", *twins}
    assert set(simplify.RULES) <= covered
