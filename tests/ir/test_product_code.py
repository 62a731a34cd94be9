"""Products: emitted code against their meaning in NumPy."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ir.form_runs import Array, compiled, lesser_cpus, operands_for, same, unharmed
from ir.random_products import fill, plain, random_product

import streamrt as srt
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cpu.products import product
from streamrt._ir.cpu.products.job import CacheSizes
from streamrt._ir.cpu.products.tiles import Tile
from streamrt._ir.execute_loops import execute
from streamrt._ir.kernels import kernel_of
from streamrt._ir.loops import Loops

CPUS = lesser_cpus()
KINDS: dict[str, np.dtype[Any]] = {"f32": np.dtype(np.float32), "f64": np.dtype(np.float64)}
RANDOMS = st.randoms(use_true_random=False)


def scalars_for(form: Loops, rng: np.random.Generator) -> list[Any]:
    return [int(rng.integers(0, 2 if dtype == "bool" else 8)) for dtype in form.scalars]


def check(form: Loops, seed: int, target: Any = None) -> None:
    """Runs a form over numbers of which every sum is exact, and compares every element."""
    rng = np.random.default_rng(seed)
    arrays, scalars = operands_for(form, rng), scalars_for(form, rng)
    fill(form, arrays, rng, exact=True)
    inputs = arrays[: len(form.inputs)]
    expected = execute(form, [np.array(array) for array in inputs], scalars)
    assert compiled(form, target).run(arrays, scalars) == 0
    for found, wanted in zip(arrays[len(inputs) :], expected, strict=True):
        np.testing.assert_array_equal(found, wanted)
    assert all(unharmed(array) for array in arrays)


@settings(deadline=None, max_examples=60)
@given(RANDOMS)
def test_emitted_code_computes_what_the_form_means(random: Random):
    check(random_product(random), random.randrange(1 << 32))


@settings(deadline=None, max_examples=30)
@given(RANDOMS, st.sampled_from([(16, 6), (32, 6), (16, 12)]))
def test_the_tiles_of_other_cpus_compute_what_the_form_means(
    random: Random, registers: tuple[int, int]
):
    """Vectors of 16 and 32 bytes, in 16 and 32 registers."""
    nbytes, rows = registers

    def tile_for(dtype: str, target: object) -> Tile:
        return Tile(dtype, nbytes // DTYPES[dtype].itemsize, rows, rows // 3 + 1)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(product, "tile_for", tile_for)
        check(random_product(random), random.randrange(1 << 32))


@settings(deadline=None, max_examples=10)
@given(RANDOMS)
def test_code_for_lesser_cpus_computes_what_the_form_means(random: Random):
    check(random_product(random), random.randrange(1 << 32), random.choice(CPUS))


@pytest.mark.parametrize("terms", [16, 8192])
@pytest.mark.parametrize("group", [1, 10_000])
@pytest.mark.parametrize("block", [1, 10_000])
@pytest.mark.parametrize("few", [0, 10])
def test_small_groups_blocks_and_sums_in_pieces_change_nothing(
    monkeypatch: pytest.MonkeyPatch, terms: int, group: int, block: int, few: int
):
    """The sizes that large matrices need, made so small that small ones need them."""
    limits = CacheSizes(terms=terms, group=group, block=block, few=few, shared=1)
    monkeypatch.setattr(product, "LIMITS", limits)
    for seed, sizes in enumerate(((50, 70, 40), (31, 100, 16), (90, 33, 17))):
        check(plain("f32", *sizes), seed)


@pytest.mark.parametrize("dtype", ["f32", "f64"])
@pytest.mark.parametrize("sizes", [(1, 300, 500), (300, 1, 500), (150, 130, 300), (5, 40, 9000)])
def test_a_product_is_as_exact_as_sums_of_k_terms_are(dtype: str, sizes: tuple[int, int, int]):
    n, m, k = sizes
    rng, kind = np.random.default_rng(n), KINDS[dtype]
    for a in (rng.standard_normal((n, k)), rng.standard_normal((k, n)).T):
        for b in (rng.standard_normal((k, m)), rng.standard_normal((m, k)).T):
            a, b, out = a.astype(kind), b.astype(kind), np.full((n, m), np.nan, kind)
            assert compiled(plain(dtype, n, m, k)).run([a, b, out]) == 0
            wide: Any = np.longdouble if dtype == "f64" else np.float64
            error = np.abs(out - a.astype(wide) @ b.astype(wide))
            eps = 2.0 ** (-23 if dtype == "f32" else -52)
            assert (error <= k * eps * (np.abs(a) @ np.abs(b))).all()


@settings(deadline=None, max_examples=30)
@given(RANDOMS, st.lists(st.floats(0, 1), max_size=6))
def test_any_split_gives_the_same_bits(random: Random, places: list[float]):
    form = random_product(random, dtype=random.choice(("f32", "f64")))
    rng = np.random.default_rng(random.randrange(1 << 32))
    arrays, scalars = operands_for(form, rng), scalars_for(form, rng)
    fill(form, arrays, rng, exact=False)
    code, outputs = compiled(form), arrays[len(form.inputs) :]
    assert code.run(arrays, scalars) == 0
    whole: list[Array] = [np.array(output) for output in outputs]
    for output in outputs:
        output[...] = 1
    elements = int(np.prod(form.extents[:-1]))
    assert code.run(arrays, scalars, [round(place * elements) for place in places]) == 0
    for found, wanted in zip(outputs, whole, strict=True):
        assert same(found, wanted)


@pytest.mark.parametrize("dtype", ["f32", "f64"])
def test_the_bits_of_a_row_depend_on_no_other_row(dtype: str):
    """However many rows there are, and so whatever is copied; b lies in any way, at any address."""
    kind, rng = KINDS[dtype], np.random.default_rng(8)
    k, m = 45, 77
    a, other = (rng.standard_normal(size).astype(kind) for size in ((70, k), (3 * k * m,)))
    codes = {n: compiled(plain(dtype, n, m, k)) for n in (12, 13, 24, 25, 36, 38, 61, 70)}
    factors = [
        other[: k * m].reshape(k, m),
        other[1 : 1 + k * m].reshape(k, m),
        other[: k * (m + 5)].reshape(k, m + 5)[:, 3 : 3 + m],
        other[: m * k].reshape(m, k).T,
        other[: k * 2 * m].reshape(k, 2 * m)[:, ::2],
    ]
    for b in factors:
        whole = np.full((70, m), np.nan, kind)
        assert codes[70].run([a, b, whole]) == 0
        for n, code in codes.items():
            for first in (0, 70 - n):
                part = np.full((n, m), np.nan, kind)
                assert code.run([a[first : first + n], b, part]) == 0
                np.testing.assert_array_equal(part, whole[first : first + n])


def test_an_output_that_is_not_dense_is_refused():
    a, b, out = np.ones((3, 4), "f"), np.ones((4, 5), "f"), np.zeros((5, 3), "f")
    assert compiled(plain("f32", 3, 5, 4)).run([a, b, out.T]) == 1
    assert not out.any()


@pytest.mark.parametrize("sizes", [(1, 2017, 300), (900, 40, 300), (300, 300, 300), (5, 3, 2)])
def test_several_workers_compute_every_element_of_a_product(sizes: tuple[int, int, int]):
    n, m, k = sizes
    rng, kernel = np.random.default_rng(1), kernel_of(plain("f32", n, m, k))
    a, b = (rng.integers(-8, 8, shape).astype(np.float32) for shape in ((n, k), (k, m)))
    with srt.Runtime(threads=3) as rt:
        x0, x1, y0 = rt.put(a), rt.put(b), rt.empty((n, m))
        rt.device().stream().launch(kernel, x0, x1, y0).sync()
        np.testing.assert_array_equal(np.asarray(y0), a @ b)
