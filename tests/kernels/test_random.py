"""Random kernels: Philox's own vectors, every cut of a sequence, distributions, and accuracy."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

pytest.importorskip("hypothesis")
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.kernel_calls import Array, Launch, shifted

import streamrt as srt
from streamrt_kernels import normal, random_bits, reference, uniform

KINDS = [
    *[(random_bits, dtype) for dtype in ("u4", "u8")],
    *[(kernel, dtype) for kernel in (uniform, normal) for dtype in ("f4", "f8")],
]
NAMES = [f"{kernel.name}-{dtype}" for kernel, dtype in KINDS]
ULP = 5


def drawn(launch: Launch, kernel: srt.Kernel, n: int, dtype: str, seed: int, at: int = 0) -> Array:
    y = np.zeros(n, dtype)
    launch(kernel, y, seed, at)
    return y


def test_the_words_are_those_that_random123_publishes(launch: Launch) -> None:
    """The vectors of `kat_vectors` whose counters a sequence reaches, and their rounds."""
    zero = [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]
    assert drawn(launch, random_bits, 4, "u4", 0).tolist() == zero
    words = np.array(zero, "u4").view("u8")
    assert drawn(launch, random_bits, 2, "u8", 0).tolist() == words.tolist()


def test_the_reference_has_the_vectors_with_all_words_of_the_counter() -> None:
    def philox(counter: list[int], key: list[int]) -> list[int]:
        for _ in range(10):
            a, b = 0xD2511F53 * counter[0], 0xCD9E8D57 * counter[2]
            counter = [b >> 32 ^ counter[1] ^ key[0], b, a >> 32 ^ counter[3] ^ key[1], a]
            counter = [word % 2**32 for word in counter]
            key = [(key[0] + 0x9E3779B9) % 2**32, (key[1] + 0xBB67AE85) % 2**32]
        return counter

    ones = [2**32 - 1] * 4
    assert philox(ones, ones[:2]) == [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]
    seed, block = 0xA4093822299F31D0, 0x123456789ABCDEF
    counter = [block % 2**32, block >> 32, 0, 0]
    y = reference.random_bits(np.zeros(4, "u4"), seed, 4 * block)
    assert y.tolist() == philox(counter, [seed % 2**32, seed >> 32])


@pytest.mark.parametrize(("kernel", "dtype"), KINDS, ids=NAMES)
@settings(max_examples=40)
@given(
    n=st.one_of(st.integers(0, 200), st.integers(1000, 1100)),
    offset=st.one_of(st.integers(0, 70), st.integers(0, 2**62)),
    seed=st.integers(0, 2**64 - 1),
    cuts=st.lists(st.floats(0, 1), max_size=3),
)
def test_an_element_depends_on_its_place_and_the_seed_alone(
    launch: Launch,
    kernel: srt.Kernel,
    dtype: str,
    n: int,
    offset: int,
    seed: int,
    cuts: list[float],
) -> None:
    y = drawn(launch, kernel, n, dtype, seed, offset)
    want = getattr(reference, kernel.name)(y, seed, offset)
    if kernel is normal:
        assert (np.abs(y - want) <= ULP * np.spacing(np.abs(want))).all()
    else:
        assert y.tobytes() == want.tobytes()
    again = shifted(np.zeros_like(y))
    assert launch.in_parts(kernel, cuts, again, seed, offset) == 0
    assert again.tobytes() == y.tobytes()
    later = drawn(launch, kernel, 70, dtype, seed, offset + n // 2)
    both = min(70, n - n // 2)
    assert later[:both].tobytes() == y[n // 2 : n // 2 + both].tobytes()


def test_an_array_of_any_shape_is_filled_in_c_order(launch: Launch) -> None:
    square, flat = np.zeros((7, 3, 11), "f4"), np.zeros(231, "f4")
    launch(uniform, square, 3, 0)
    launch(uniform, flat, 3, 0)
    assert square.reshape(-1).tobytes() == flat.tobytes()
    one = np.zeros((), "f4")
    launch(uniform, one, 3, 230)
    assert one == flat[230]


def distance(values: Array, distribution: Callable[[Array], Array]) -> float:
    """The distance of Kolmogorov and Smirnov, times the root of the number of values."""
    n, at = len(values), distribution(np.sort(values).astype("f8"))
    above = np.arange(1, n + 1) / n - at
    return float(max(above.max(), (1 / n - above).max()) * math.sqrt(n))


def bell(x: Array) -> Array:
    return np.array([0.5 * math.erfc(-v / math.sqrt(2)) for v in x])


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_the_distributions_are_those_promised(launch: Launch, dtype: str, seed: int) -> None:
    """The limits have a probability below 1e-8 each, and the seeds are fixed."""
    n = 1 << 17
    flat = drawn(launch, uniform, n, dtype, seed).astype("f8")
    bent = drawn(launch, normal, n, dtype, seed).astype("f8")
    assert flat.min() >= 0
    assert flat.max() < 1
    assert distance(flat, lambda x: x) < 3.1
    assert distance(bent, bell) < 3.1
    for power, mean, variance in ((1, 0, 1), (2, 1, 2), (3, 0, 15), (4, 3, 96)):
        assert abs((bent**power).mean() - mean) < 6 * math.sqrt(variance / n)
    # Neighbours, the two of one angle, and the two kernels, are not correlated.
    for left, right in ((bent[:-1], bent[1:]), (bent[:-2], bent[2:]), (flat - 0.5, bent)):
        assert abs(np.corrcoef(left, right)[0, 1]) < 6 / math.sqrt(n)
        assert abs(np.corrcoef(left**2, right**2)[0, 1]) < 6 / math.sqrt(n)


def test_tails_are_as_long_as_the_bits_allow(launch: Launch) -> None:
    tail = np.abs(drawn(launch, normal, 1 << 22, "f4", 11))
    beyond = (tail > 4.5).sum()
    expected = (1 << 22) * math.erfc(4.5 / math.sqrt(2))  # 28.5
    assert abs(beyond - expected) < 6 * math.sqrt(expected)


@pytest.mark.parametrize("kernel", [random_bits, uniform, normal], ids=lambda k: k.name)
def test_other_dtypes_and_seeds_are_refused(launch: Launch, kernel: srt.Kernel) -> None:
    with pytest.raises(srt.errors.ArgumentError, match="y"):
        launch(kernel, np.zeros(4, "i4"), 0, 0)
    y = np.zeros(4, "u4" if kernel is random_bits else "f4")
    with pytest.raises(srt.errors.ArgumentError, match="seed"):
        launch(kernel, y, -1, 0)
