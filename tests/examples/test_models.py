"""The models in NumPy's words: what they compute, compiled and not."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import streamrt as srt

Load = Callable[[str], ModuleType]


@pytest.mark.parametrize("shape", [(1, 1), (2, 9), (1, 64)])
def test_the_compiled_decoder_computes_what_it_says(example: Load, shape: tuple[int, int]) -> None:
    decoder = example("decoder")
    weights = decoder.drawn_weights()
    ids = np.random.default_rng(3).integers(0, decoder.TOKENS, shape)
    expected = decoder.scores(ids, weights)
    with srt.Runtime(threads=1) as rt:
        found = decoder.compiled(rt.put(ids), decoder.on_device(rt, weights))
        np.testing.assert_allclose(np.asarray(found), expected, rtol=0, atol=1e-4)


def test_a_token_of_the_decoder_sees_none_that_comes_later(example: Load) -> None:
    decoder = example("decoder")
    ids = np.random.default_rng(4).integers(0, decoder.TOKENS, (1, 12))
    other = ids.copy()
    other[:, 7:] = (other[:, 7:] + 1) % decoder.TOKENS
    with srt.Runtime(threads=1) as rt:
        weights = decoder.on_device(rt, decoder.drawn_weights())
        first, second = (
            np.asarray(decoder.compiled(rt.put(given), weights)) for given in (ids, other)
        )
    np.testing.assert_array_equal(first[:, :7], second[:, :7])
    assert (first[:, 7:] != second[:, 7:]).any(axis=-1).all()


def test_a_convolution_is_the_sum_of_its_neighbours_times_weights(example: Load) -> None:
    network, random = example("convolutional"), np.random.default_rng(5)
    x, kernel = random.standard_normal((2, 5, 4, 3)), random.standard_normal((6, 3, 3, 3))
    expected = np.zeros((2, 5, 4, 6))
    for row, column, i, j in np.ndindex(5, 4, 3, 3):
        at = row + i - 1, column + j - 1
        if 0 <= at[0] < 5 and 0 <= at[1] < 4:
            expected[:, row, column] += x[:, at[0], at[1]] @ kernel[:, :, i, j].T
    np.testing.assert_allclose(network.convolved(x, kernel), expected, atol=1e-12)


def test_the_compiled_network_computes_what_it_says(example: Load) -> None:
    network = example("convolutional")
    weights: list[tuple[Any, Any]] = network.drawn_weights()
    pictures = np.random.default_rng(6).standard_normal((3, 3, 32, 32), np.float32)
    with srt.Runtime(threads=1) as rt:
        placed = [(rt.put(matrix), rt.put(bias)) for matrix, bias in weights]
        found = network.compiled(rt.put(pictures), placed)
        expected = network.scores(pictures, weights)
        np.testing.assert_allclose(np.asarray(found), expected, rtol=0, atol=1e-4)
