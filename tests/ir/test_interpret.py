"""The reference means what ops.py says, where NumPy alone would not decide it."""

from __future__ import annotations

import ctypes
import ctypes.util
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from ir.random_arrays import arrays_for, assert_same_bits, random_array
from ir.random_programs import GROUPS, INTEGERS, random_program

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.interpret import interpret
from streamrt._ir.ops import OPS, op
from streamrt._ir.program import Builder


def compute(name: str, *arrays: Any, dtype: str | None = None, attributes: Any = ()) -> Any:
    """One operation of arrays."""
    builder = Builder()
    spellings = {known.numpy: known.name for known in DTYPES.values()}
    operands = [builder.parameter(spellings[a.dtype], a.shape) for a in arrays]
    made = builder.apply(name, *operands, dtype=dtype, attributes=attributes)
    return interpret(builder.finish([made]), arrays)[0]


def test_random_programs_reach_every_operation_and_give_what_they_promise() -> None:
    seen = set[str]()
    for seed in range(1000):
        program = random_program(Random(seed))
        seen.update(value.op.name for value in program.values())
        arrays = arrays_for(program, np.random.default_rng(seed))
        results = interpret(program, arrays)
        for array, value in zip(results, program.results, strict=True):
            assert (array.dtype, array.shape) == (value.dtype.numpy, value.shape), f"seed {seed}"
        assert_same_bits(interpret(program, arrays), results)
    assert {each.name for each in OPS} - {"inner"} <= seen  # which programs with loops have
    assert {each.group for each in OPS} == {*GROUPS, "source"}


def _wrapped(number: int, dtype: str) -> int:
    low, high = DTYPES[dtype].bounds
    return (number - low) % (high - low + 1) + low


def _divided(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _shifted(name: str, a: int, b: int, bits: int) -> int:
    if not 0 <= b < bits:
        return -1 if name == "right_shift" and a < 0 else 0
    return a << b if name == "left_shift" else a >> b


def _power(a: int, b: int, dtype: str) -> int:
    if b >= 0:
        return pow(a, b, 1 << 8 * DTYPES[dtype].itemsize)
    return a ** (b % 2) if abs(a) == 1 else 0


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers_divide_shift_and_wrap_by_the_rules(dtype: str) -> None:
    known = DTYPES[dtype]
    low, high = known.bounds
    bits = 8 * known.itemsize
    edges = {
        low, low + 1, low // 2, -2, -1, 0, 1, 2, 3, 7, bits - 1, bits, bits + 1, high - 1, high,
    }  # fmt: skip
    pairs = list(product([n for n in edges if low <= n <= high], repeat=2))
    a, b = (np.array(column, known.numpy) for column in zip(*pairs, strict=True))
    for name, rule in {
        "add": lambda x, y: x + y,
        "multiply": lambda x, y: x * y,
        "floor_divide": lambda x, y: x // y if y else 0,
        "remainder": lambda x, y: x % y if y else 0,
        "fmod": lambda x, y: x - y * _divided(x, y) if y else 0,
        "left_shift": lambda x, y: _shifted("left_shift", x, y, bits),
        "right_shift": lambda x, y: _shifted("right_shift", x, y, bits),
        "power": lambda x, y: _power(x, y, dtype),
    }.items():
        expected = [_wrapped(rule(x, y), dtype) for x, y in pairs]
        np.testing.assert_array_equal(compute(name, a, b), expected, err_msg=name)
    ones = [x if abs(x) == 1 else 0 for x in a.tolist()]
    np.testing.assert_array_equal(compute("reciprocal", a), ones)


def _cast(x: float, dtype: str) -> int:
    """Rule 3, of one number."""
    _, high = DTYPES[dtype].bounds
    if dtype == "u64" and np.isfinite(x) and 0 <= int(x) <= high:
        return int(x)
    bits = 64 if dtype in ("i64", "u32", "u64") else 32
    fits = np.isfinite(x) and -(2 ** (bits - 1)) <= int(x) < 2 ** (bits - 1)
    return _wrapped(int(x) if fits else -(2 ** (bits - 1)), dtype)


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("source", ["f32", "f64"])
def test_a_float_becomes_an_integer_by_the_rules(source: str, dtype: str) -> None:
    powers = [sign * 2.0**n + d for n in (7, 8, 15, 16, 31, 32, 53, 63, 64, 90) for sign in (1, -1)
              for d in (-1.5, -0.5, 0.0, 0.5, 1.5)]  # fmt: skip
    x = np.array([*powers, np.nan, np.inf, -np.inf, -0.0, 0.99, -0.99, 1e19], DTYPES[source].numpy)
    expected = [_cast(float(each), dtype) for each in x]
    np.testing.assert_array_equal(compute("cast", x, dtype=dtype), expected)


def test_fma_is_rounded_once() -> None:
    libm = ctypes.CDLL(ctypes.util.find_library("m"))
    rng = np.random.default_rng(5)
    for dtype, function, kind in (
        ("f32", libm.fmaf, ctypes.c_float),
        ("f64", libm.fma, ctypes.c_double),
    ):
        function.restype, function.argtypes = kind, [kind] * 3
        a, b, c = (random_array(rng, dtype, (4000,)) for _ in range(3))
        with np.errstate(all="ignore"):
            c[:2000] = -(a * b)[:2000]  # which leaves the last bits of the product
        c[1000:2000] = np.nextafter(c[1000:2000], np.array(0, c.dtype))
        expected = [function(*map(float, each)) for each in zip(a, b, c, strict=True)]
        assert_same_bits([compute("fma", a, b, c)], [np.array(expected, c.dtype)])
        assert np.count_nonzero(np.array(expected)[:2000]) > 500
    # Just below the middle of two f32s: to round the sum to an f64 first would lose the "just".
    small = np.float32(2**-12)
    tiny, one = np.float32(2**-23), np.float32(1)
    near = [np.array(each) for each in (small * (one + tiny), small * (one - tiny), one + tiny)]
    assert compute("fma", *near) == one + tiny


def test_arrays_that_do_not_fit_the_parameters_are_refused() -> None:
    builder = Builder()
    program = builder.finish([builder.parameter("f32", (2,))])
    for wrong in (np.zeros(2), np.zeros(3, "f4"), np.zeros((), "f4")):
        with pytest.raises(ValueError, match=r"for parameter f32\[2\]"):
            interpret(program, [wrong])


def test_results_share_no_memory() -> None:
    builder = Builder()
    x = builder.parameter("f32", (2,))
    turned = builder.apply(op("slice"), x, attributes=((1,), (-1,), (2,)))
    given = np.array([1, 2], "f4")
    first, second, third = interpret(builder.finish([x, x, turned]), [given])
    first += 1
    assert [given.tolist(), second.tolist(), third.tolist()] == [[1, 2], [1, 2], [2, 1]]
