"""Products of few rows, columns or terms, which have code of their own, in fenced memory."""

from __future__ import annotations

import ctypes
import mmap
from functools import cache
from itertools import product as pairs
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ir.form_runs import Compiled, compiled, same
from ir.random_products import plain

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cpu.products import product
from streamrt._ir.cpu.products.tiles import Tile

Array = np.ndarray[Any, Any]
DTYPES_DRAWN = ("f32", "f32", "f64", "f64", "i32", "i64", "u8", "bool")
WAYS = ("rows", "columns", "padded rows", "padded columns", "apart", "upside down")
"""How a matrix lies: rows or columns side by side, with gaps or without, or no element so."""

SHAPES = (
    # n, m, k: lines that are turned or not, in pieces; narrow results; long sums
    ((1, 2, 3, 4), (1, 2, 7, 8, 9, 17, 520, 1040, 2060), (0, 1, 2, 3, 4, 5, 7, 8, 9, 10)),
    ((1, 4, 5, 7, 8, 9, 12, 23, 25, 300), (1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 33), (1, 3, 4, 17)),
    ((1, 2, 3, 4, 8), (1, 2, 3, 7, 8, 9, 15, 16, 17), (31, 32, 33, 39, 40, 47, 64, 201)),
)
TILES = (None, (16, 6), (32, 6), (16, 12))
"""This CPU's tiles, or the bytes of a vector and the rows of a tile of another."""


class Fence:
    """A matrix whose memory ends, or begins, where nobody may read or write."""

    def __init__(self, shape: tuple[int, int], dtype: str, way: str, *, at_end: bool) -> None:
        kind = DTYPES[dtype].numpy
        gap = 3 if way in ("padded rows", "padded columns", "apart") else 0
        step = 2 if way == "apart" else 1
        inner = 0 if "columns" in way else 1
        strides = [step * kind.itemsize] * 2
        strides[1 - inner] *= max(1, shape[inner]) + gap
        lengths = [(n - 1) * s for n, s in zip(shape, strides, strict=True)]
        nbytes = sum(lengths) + kind.itemsize if all(shape) else 0
        page = mmap.PAGESIZE
        inside = -(-max(1, nbytes) // page) * page
        self.memory = mmap.mmap(-1, inside + 2 * page)
        start = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        whole = np.frombuffer(self.memory, np.uint8)
        self.bytes: Array = whole[page : page + inside]
        self.bytes[...] = 0xA5
        for edge in (start, start + page + inside):
            assert not _libc().mprotect(edge, page, 0)
        offset = page + (inside - nbytes if at_end else 0)
        if way == "upside down" and all(shape):
            offset, strides[0] = offset + lengths[0], -strides[0]
        self.array: Array = np.ndarray(shape, kind, whole, offset, strides)

    def is_unharmed(self) -> bool:
        """Whether no byte between the elements was written; spoils these."""
        self.array.view(f"u{self.array.itemsize}")[...] = int.from_bytes(
            b"\xa5" * self.array.itemsize
        )
        return bool((self.bytes == 0xA5).all())


@cache
def _libc() -> Any:
    libc = ctypes.CDLL(None)
    libc.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    return libc


@cache
def code_for(dtype: str, size: tuple[int, int] | None) -> Compiled:
    """The code of a product, with the tiles of this CPU or others."""
    if size is None:
        return compiled(plain(dtype, 1, 1, 1))
    nbytes, rows = size

    def other(dtype: str, target: object) -> Tile:
        return Tile(dtype, nbytes // DTYPES[dtype].itemsize, rows, rows // 3 + 1)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(product, "tile_for", other)
        return compiled(plain(dtype, 1, 1, 1))


def numbers(dtype: str, shape: tuple[int, int], rng: np.random.Generator) -> Array:
    """Numbers whose sums of products are exact in every order."""
    low, high = (0, 2) if dtype == "bool" else (-4, 5)
    return rng.integers(low, high, shape).astype(DTYPES[dtype].numpy)


def check(random: Random, dtype: str, size: tuple[int, int] | None, ways: tuple[str, str]) -> None:
    """Computes a product of a drawn shape, in one part and in several."""
    n, m, k = map(random.choice, random.choice(SHAPES))
    form, rng = plain(dtype, n, m, k), np.random.default_rng(random.randrange(1 << 32))
    left, right, out = (
        Fence(shape, dtype, way, at_end=random.random() < 0.7)
        for shape, way in zip(
            ((n, k), (k, m), (n, m)),
            (*ways, random.choice(("rows", "rows", "padded rows"))),
            strict=True,
        )
    )
    left.array[...], right.array[...] = numbers(dtype, (n, k), rng), numbers(dtype, (k, m), rng)
    known = code_for(dtype, size)
    code = Compiled(form, known.source, known.call)
    cuts = [random.randrange(n * m + 1) for _ in range(random.choice((0, 1, 3)))]
    arrays = [left.array, right.array, out.array]
    assert code.run(arrays, (), cuts) == 0
    wide = left.array.astype(np.int64) @ right.array.astype(np.int64)
    np.testing.assert_array_equal(out.array, wide.astype(out.array.dtype), f"{n, m, k, ways}")
    if dtype[0] == "f":
        for each in (left.array, right.array):
            each[...] = rng.standard_normal(each.shape)
        assert code.run(arrays) == 0
        whole = out.array.copy()
        assert code.run(arrays, (), cuts) == 0
        assert same(out.array, whole)
    assert out.is_unharmed()


@pytest.mark.parametrize("ways", [*pairs(WAYS, WAYS)], ids="-".join)
@settings(deadline=None, max_examples=25)
@given(random=st.randoms(use_true_random=False), dtype=st.sampled_from(DTYPES_DRAWN))
def test_thin_products_read_and_write_their_operands_alone(
    ways: tuple[str, str], random: Random, dtype: str
) -> None:
    check(random, dtype, random.choice(TILES), ways)
