"""ngrams: the hash bit for bit, every length and remainder, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

pytest.importorskip("hypothesis")
from hypothesis import example, given, settings
from hypothesis import strategies as st

import streamrt as srt
from streamrt_kernels import ngrams, reference

Launch = Callable[..., None]
InParts = Callable[..., int]


def fnv1a_mixed(gram: bytes) -> int:
    """The hash as its docstring defines it, in Python's integers."""
    h = 2166136261
    for byte in gram:
        h = (h ^ byte) * 16777619 % 2**32
    h = (h ^ h >> 16) * 0x85EBCA6B % 2**32
    h = (h ^ h >> 13) * 0xC2B2AE35 % 2**32
    return h ^ h >> 16


@settings(max_examples=150)
@given(
    data=st.one_of(
        st.binary(max_size=70), st.binary(min_size=1, max_size=3).map(lambda b: b * 300)
    ),
    d=st.sampled_from([1, 2, 7, 64, 1000, 4096]),
    length=st.integers(1, 9),
    start=st.integers(0, 3),
)
@example(data=b"", d=5, length=1, start=0)
@example(data=b"x", d=1, length=1, start=0)
def test_counts_equal_the_reference_bit_by_bit(
    launch: Launch, data: bytes, d: int, length: int, start: int
) -> None:
    text = np.frombuffer(bytearray(data), np.uint8)[start:]
    counts = np.full(d, np.nan, "f4")
    launch(ngrams, text, counts, length)
    assert np.array_equal(counts, reference.ngrams(text, d, length))


@settings(max_examples=50)
@given(data=st.binary(max_size=40), d=st.integers(1, 2**31), length=st.integers(1, 6))
def test_the_reference_is_the_hash_defined(data: bytes, d: int, length: int) -> None:
    d = min(d, 5000)
    expected = np.zeros(d, "f4")
    for k in range(len(data) - length + 1):
        expected[fnv1a_mixed(data[k : k + length]) * d >> 32] += 1
    assert np.array_equal(reference.ngrams(np.frombuffer(data, np.uint8), d, length), expected)


def test_the_hash_spreads_letters_evenly(launch: Launch) -> None:
    letters = np.random.default_rng(5).integers(97, 123, 1 << 20).astype(np.uint8)
    counts = np.zeros(64, "f4")
    launch(ngrams, letters, counts, 5)
    assert abs(counts / counts.mean() - 1).max() < 0.05


def test_a_length_below_one_is_refused(launch: Launch, in_parts: InParts) -> None:
    text, counts = np.zeros(10, "u1"), np.zeros(4, "f4")
    with pytest.raises(srt.errors.KernelError, match="length must be at least 1"):
        launch(ngrams, text, counts, 0)
    assert in_parts(ngrams, [], text, counts, -5) == 1


def test_ngrams_without_a_bucket_are_refused(launch: Launch, in_parts: InParts) -> None:
    text, counts = np.zeros(10, "u1"), np.zeros(0, "f4")
    with pytest.raises(srt.errors.KernelError, match="at least one element"):
        launch(ngrams, text, counts, 3)
    assert in_parts(ngrams, [], text[:2], counts, 3) == 0
