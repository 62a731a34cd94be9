"""ngrams: the hash bit for bit, every length and remainder, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("hypothesis")
from hypothesis import example, given, settings
from hypothesis import strategies as st
from shared.kernel_calls import Launch

import streamrt as srt
from streamrt_kernels import ngrams, reference


def fnv1a_mixed(gram: bytes) -> int:
    """The hash as its docstring defines it, in Python's integers."""
    h = 2166136261
    for byte in gram:
        h = (h ^ byte) * 16777619 % 2**32
    h = (h ^ h >> 16) * 0x85EBCA6B % 2**32
    h = (h ^ h >> 13) * 0xC2B2AE35 % 2**32
    return h ^ h >> 16


texts = st.one_of(
    st.binary(max_size=70), st.binary(min_size=1, max_size=3).map(lambda text: text * 100)
)


@settings(max_examples=150)
@given(
    parts=st.lists(texts, max_size=6),
    d=st.sampled_from([1, 2, 7, 64, 1000, 4096]),
    length=st.integers(1, 9),
    unused=st.binary(max_size=5),
    cuts=st.lists(st.floats(0, 1), max_size=3),
)
@example(parts=[b""], d=5, length=1, unused=b"", cuts=[])
@example(parts=[b"x"], d=1, length=1, unused=b"xx", cuts=[])
def test_counts_equal_the_reference_bit_by_bit(
    launch: Launch, parts: list[bytes], d: int, length: int, unused: bytes, cuts: list[float]
) -> None:
    data = np.frombuffer(bytearray(b"".join(parts) + unused), np.uint8)
    ends = np.cumsum([len(part) for part in parts], dtype="i8")
    counts = np.full((len(parts), d), np.nan, "f4")
    launch(ngrams, data, ends, counts, length)
    assert np.array_equal(counts, reference.ngrams(data, ends, d, length))
    again = np.full_like(counts, np.nan)
    assert launch.in_parts(ngrams, cuts, data, ends, again, length) == 0
    assert np.array_equal(again, counts)


@settings(max_examples=50)
@given(data=st.binary(max_size=40), d=st.integers(1, 2**31), length=st.integers(1, 6))
def test_the_reference_is_the_hash_defined(data: bytes, d: int, length: int) -> None:
    d = min(d, 5000)
    expected = np.zeros(d, "f4")
    for k in range(len(data) - length + 1):
        expected[fnv1a_mixed(data[k : k + length]) * d >> 32] += 1
    text, ends = np.frombuffer(data, np.uint8), np.array([len(data)])
    assert np.array_equal(reference.ngrams(text, ends, d, length), [expected])


def test_the_hash_spreads_letters_evenly(launch: Launch) -> None:
    letters = np.random.default_rng(5).integers(97, 123, 1 << 20).astype(np.uint8)
    counts = np.zeros((1, 64), "f4")
    launch(ngrams, letters, np.array([len(letters)]), counts, 5)
    assert abs(counts / counts.mean() - 1).max() < 0.05


@pytest.mark.parametrize(
    ("ends", "columns", "length", "code", "message"),
    [
        ([10], 4, 0, 1, "length must be at least 1"),
        ([10], 4, -5, 1, "length must be at least 1"),
        ([10], 0, 3, 2, "at least one column"),
        ([11], 4, 3, 3, "ends must not fall"),
        ([4, 3], 4, 3, 3, "ends must not fall"),
        ([-1], 4, 3, 3, "ends must not fall"),
        ([2**63 - 1, 5], 4, 3, 3, "ends must not fall"),
    ],
)
def test_what_it_cannot_count_is_refused(
    launch: Launch, ends: list[int], columns: int, length: int, code: int, message: str
) -> None:
    given = np.zeros(10, "u1"), np.array(ends), np.zeros((len(ends), columns), "f4"), length
    with pytest.raises(srt.errors.KernelError, match=message):
        launch(ngrams, *given)
    assert launch.in_parts(ngrams, [], *given) == code


def test_texts_without_ngrams_need_no_column(launch: Launch) -> None:
    data, counts = np.zeros(10, "u1"), np.zeros((2, 0), "f4")
    assert launch.in_parts(ngrams, [], data, np.array([2, 3]), counts, 3) == 0
