"""The CUDA texts of copy, fill, finite and guard, executed on the CPU."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from cuda.texts import on_cpu

from streamrt._backends.cuda.standard import standard_code
from streamrt._compile.signatures.layout import Layout
from streamrt._runtime.devices.standard_plans import StandardPlans

pytestmark = pytest.mark.cuda

SEEDS = (0, 1, 2)
Array = np.ndarray[Any, Any]
DTYPES = ("u1", "i2", "f4", "c8", "V3", "c16")
UNTOUCHED = 2**64 - 1


def words_of(name: str, *arrays: Array) -> tuple[int, ...]:
    """The words with which the runtime asks for an operation."""
    asked: list[tuple[int, ...]] = []

    def load(name: str, words: tuple[int, ...], extent: int, grain: int) -> int:
        asked.append(words)
        return 1

    plans = StandardPlans(load, {})
    layouts = [Layout(None, a.dtype, a.shape, a.strides) for a in arrays]
    if name == "copy":
        plans.load_copy(*layouts)
    else:
        plans.load_over(name, layouts[0])
    return asked[0]


def run(name: str, words: tuple[int, ...], *arguments: Array | np.generic, seed: int = 0) -> int:
    return on_cpu.run(standard_code(name, words), words, arguments, seed=seed)


def numbered(shape: tuple[int, ...], dtype: str) -> Array:
    count = int(np.prod(shape)) * np.dtype(dtype).itemsize
    return (np.arange(count) % 251 + 1).astype(np.uint8).view(dtype).reshape(shape)


def views(dtype: str) -> list[tuple[Array, Array]]:
    """Pairs of views of one shape: (source, destination)."""
    cube = numbered((4, 5, 6), dtype)
    line = numbered((1000,), dtype)
    return [
        (cube, np.zeros_like(cube)),
        (cube.transpose(2, 0, 1), np.zeros((6, 8, 5), dtype)[:, ::2]),
        (cube[:, ::-1, ::2], np.zeros((4, 5, 3), dtype)),
        (line[:0], np.zeros(0, dtype)),
        (line[:1], np.zeros(1, dtype)),
        *[
            (line[k : k + n], np.zeros(1000, dtype)[j : j + n])
            for k, j, n in ((0, 0, 1000), (1, 1, 3), (3, 3, 900), (1, 2, 77), (5, 5, 1))
        ],
    ]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_copy_moves_each_item_and_nothing_else(dtype: str, seed: int) -> None:
    for source, to in views(dtype):
        whole = to if to.base is None else to.base
        assert run("copy", words_of("copy", to, source), to, source, seed=seed) == 0
        assert to.tobytes() == source.tobytes()
        to[...] = np.zeros((), dtype)
        assert not any(whole.tobytes())


@pytest.mark.parametrize("dtype", [d for d in DTYPES if d != "c16"])  # items fit a slot
@pytest.mark.parametrize("seed", SEEDS)
def test_a_fill_writes_each_item_and_nothing_else(dtype: str, seed: int) -> None:
    item = numbered((3,), dtype)[2]
    for _, to in views(dtype):
        whole = to if to.base is None else to.base
        words = words_of("fill", to)
        assert run("fill", words, to, np.asarray(item)[()], seed=seed) == 0
        assert to.tobytes() == np.full(to.shape, item, dtype).tobytes()
        to[...] = np.zeros((), dtype)
        assert not any(whole.tobytes())


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("seed", SEEDS)
def test_finite_finds_the_first_in_c_order(dtype: str, seed: int) -> None:
    huge = np.finfo(dtype).max
    array = np.full((7, 30, 3), -huge, dtype).transpose(1, 2, 0)[:, ::-1]
    words, word = words_of("finite", array), np.array([UNTOUCHED], np.uint64)
    assert run("finite", words, array, word, seed=seed) == 0
    assert word[0] == UNTOUCHED
    for index, value in ((600, np.nan), (413, -np.inf), (0, np.inf)):
        array[np.unravel_index(index, array.shape)] = value
        word[0] = UNTOUCHED
        assert run("finite", words, array, word, seed=seed) == 1
        assert word[0] == index


@pytest.mark.parametrize("seed", SEEDS)
def test_guard_finds_the_first_damaged_byte_and_mends_all(seed: int) -> None:
    canary = np.arange(64, dtype=np.uint8) ^ np.uint8(0xA5)
    whole = np.concatenate([canary, np.zeros(100, np.uint8), canary])
    intact, memory, word = whole.copy(), whole[64:], np.zeros(1, np.int64)

    def guard() -> int:
        return run("guard", (1, 4, 1, 4), memory, np.int64(100), word, seed=seed)

    assert guard() == 0
    for damaged, found in (([0], -64), ([63, 5], -59), ([164], 100), ([227, 170], 106)):
        for at in damaged:
            whole[at] ^= 1
        assert guard() == 1
        assert word[0] == found
        assert (whole == intact).all()
        assert guard() == 0
    whole[[3, 200]] ^= 1
    assert guard() == 1
    assert word[0] == -61


def test_there_are_no_other_operations() -> None:
    for name, words in (("sort", (1, 4, 1, 4)), ("finite", (1, 1, 1, 1))):
        with pytest.raises(NotImplementedError):
            standard_code(name, words)
