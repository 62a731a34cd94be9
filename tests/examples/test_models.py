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


def test_texts_that_share_steps_get_the_tokens_of_whole_looks(example: Load) -> None:
    decoder, random = example("decoder"), np.random.default_rng(8)
    weights = decoder.drawn_weights()
    # Of what it writes itself a decoder of drawn weights soon repeats one token, so much is given.
    begun = [random.integers(0, decoder.TOKENS, n).tolist() for n in (1, 9, 60, 4, 30, 1, 12)]
    lengths = [64, 20, 64, 17, 34, 5, 40]
    waiting, slots = list(range(len(begun))), [-1] * 3
    texts: list[list[int]] = [[] for _ in begun]
    found: list[list[int]] = [[] for _ in begun]
    tokens, places = np.zeros((2, 3), np.int64)
    with srt.Runtime(threads=1) as rt:
        placed = decoder.on_device(rt, weights)
        cache: Any = decoder.empty_cache(3)
        while waiting or any(text >= 0 for text in slots):
            for slot, text in enumerate(slots):
                if text < 0 and waiting and random.random() < 0.3:
                    slots[slot] = waiting.pop(0)
                elif text < 0:  # the step computes something for it that nobody reads
                    tokens[slot], places[slot] = random.integers(0, (decoder.TOKENS, 60))
            for slot, text in enumerate(slots):
                if text >= 0:
                    place = places[slot] = len(texts[text])
                    given = begun[text]
                    tokens[slot] = given[place] if place < len(given) else found[text][-1]
                    texts[text].append(int(tokens[slot]))
            likeliest, cache = decoder.compiled_step(tokens, places, cache, placed)
            for slot, token in enumerate(np.asarray(likeliest)):
                text = slots[slot]
                if text >= 0:
                    found[text].append(int(token))
                    if len(texts[text]) == lengths[text]:
                        slots[slot] = -1
    assert [*map(len, texts)] == lengths
    for text, tokens_after in zip(texts, found, strict=True):
        expected = decoder.scores(np.array([text]), weights)[0].argmax(axis=-1)
        assert tokens_after == expected.tolist()
    assert len({token for each in found for token in each}) > 30


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
