"""The mathematical functions of kernels are accurate, and what the page says of them is true."""

from __future__ import annotations

import re

import numpy as np
import pytest
from ir.accuracy import (
    BOUNDS,
    ELEMENTS,
    FLOATS,
    PAGE,
    PAIRS,
    SPECIALS,
    WIDER,
    Array,
    arguments,
    errors,
    kernel,
    page,
    reference,
    rows,
    sample,
    table,
    worst,
)
from ir.form_runs import lesser_cpus

from streamrt._compile.llvm.emit import Module
from streamrt._ir.cpu.math import NAMES, emit_math
from streamrt._ir.ops import BY_NAME

BOTH = pytest.mark.parametrize("dtype", ELEMENTS)
EACH = pytest.mark.parametrize("name", sorted(NAMES))


@pytest.fixture
def reference_is_wider(dtype: str) -> None:
    """Skips where the system has no floats that are wider than f64."""
    if np.finfo(WIDER[dtype]).nmant < np.finfo(np.float64).nmant + (10 if dtype == "f64" else 0):
        pytest.skip("no long double here")


@BOTH
@EACH
@pytest.mark.usefixtures("reference_is_wider")
def test_a_function_stays_within_its_bound(name: str, dtype: str) -> None:
    """On all specials, with each other if it takes two, and on a sample of all kinds of floats."""
    found = worst(name, dtype, *arguments(name, dtype, 1500, seed=7))
    assert found.error <= BOUNDS[name], found
    if dtype == "f32" and name not in PAIRS:  # the page is of every float32
        assert found.error <= table()[name][0] + 0.001, (
            "docs/tables/ulp.md is out of date: make ulp"
        )


@EACH
def test_the_page_keeps_the_bounds(name: str) -> None:
    assert max(table()[name]) <= BOUNDS[name]


def test_the_page_says_what_is_computed_on_cuda() -> None:
    text = PAGE.read_text()
    assert text == page([*rows().values()], "10,000,000")


def test_the_page_lists_every_function() -> None:
    assert table().keys() == NAMES


@BOTH
@EACH
def test_a_lane_does_not_depend_on_the_others(name: str, dtype: str) -> None:
    """The tail of a range is computed one by one, and a huge angle stands beside small ones."""
    given = arguments(name, dtype, 100, seed=3)
    one_by_one = kernel(name, dtype, 1)(*given)
    for lanes in (4, 16):
        mixed = np.random.default_rng(lanes).permutation(given[0].size)
        found = kernel(name, dtype, lanes)(*(array[mixed] for array in given))
        assert _bits(found) == _bits(one_by_one[mixed])


@BOTH
def test_powers_of_two_are_exact(dtype: str) -> None:
    info = np.finfo(FLOATS[dtype])
    count = np.arange(info.minexp - info.nmant, info.maxexp, dtype=FLOATS[dtype])
    count = np.concatenate([count, np.ones(-count.size % 16, count.dtype)])
    powers = np.ldexp(FLOATS[dtype](1), count.astype(int))
    assert np.array_equal(kernel("exp2", dtype, 16)(count), powers)
    assert np.array_equal(kernel("log2", dtype, 16)(powers), count)


ODD = ("sin", "tan", "arcsin", "arctan", "sinh", "tanh", "arcsinh", "arctanh", "cbrt", "erf")


@BOTH
@pytest.mark.parametrize("name", [*ODD, "cos", "cosh"])
def test_symmetry_is_exact(name: str, dtype: str) -> None:
    (x,) = arguments(name, dtype, 500, seed=9)
    there, back = kernel(name, dtype, 16)(x), kernel(name, dtype, 16)(-x)
    assert _bits(-there if name in ODD else there) == _bits(back)


@BOTH
@EACH
def test_a_lesser_cpu_computes_the_same_bits(name: str, dtype: str) -> None:
    """Some CPUs call a library to multiply and add with one rounding; that is exact, too."""
    given = arguments(name, dtype, 20, seed=5)
    here, *lesser = [kernel(name, dtype, 4, cpu)(*given) for cpu in lesser_cpus()]
    assert all(_bits(found) == _bits(here) for found in lesser)


def _bits(array: Array) -> bytes:
    """The bits of an array, every NaN as the same."""
    return np.where(np.isnan(array), array.dtype.type(np.nan), array).tobytes()


@EACH
def test_no_function_of_a_library_is_called(name: str) -> None:
    module = Module()
    with module.function("i32", "entry") as code:
        emit_math(code, name, 8, "float", *["zeroinitializer"] * (2 if name in PAIRS else 1))
    defined = set(re.findall(r"define .*?@(\w+)", module.text()))
    called = set(re.findall(r"call .*?@([\w.]+)\(", module.text()))
    assert {one for one in called if not one.startswith("llvm.")} <= defined


def test_every_function_is_an_operation() -> None:
    assert {*BY_NAME} >= NAMES


# --- the test of the test -------------------------------------------------------------------------


def test_an_error_of_one_float_is_one_ulp() -> None:
    exact = sample("f64", 100, seed=1)
    exact = exact[np.isfinite(exact) & (np.abs(exact) > 1e-30) & (np.abs(exact) < 1e30)]
    exact = exact.astype(np.float32).astype(np.float64)
    near = np.nextafter(exact.astype(np.float32), np.float32(np.inf))
    apart = errors(near, exact)
    assert np.all((apart == 1) | (apart == 0.5))  # half: the step down from a power of two
    assert np.all(errors(exact.astype(np.float32), exact) == 0)


@pytest.mark.parametrize(
    ("found", "exact"),
    [(-0.0, 0.0), (np.inf, 1.0), (1.0, np.nan), (np.nan, 0.0), (np.inf, -np.inf)],
)
def test_a_wrong_special_counts_as_infinite(found: float, exact: float) -> None:
    assert errors(np.array([found], np.float32), np.array([exact], np.float64)) == np.inf


@pytest.mark.usefixtures("reference_is_wider")
@pytest.mark.parametrize("dtype", ["f64"])
def test_the_series_of_erf_is_that_of_the_library(dtype: str) -> None:
    import math

    x = np.array([*(s for s in SPECIALS if s == s), *np.linspace(-6, 6, 999)])
    library = np.array([math.erf(float(v)) for v in x])
    assert np.max(errors(library, reference("erf", x.astype(WIDER[dtype])))) < 1.5
