"""Parts of models in NumPy's words, for the peers that compile them, and MiniLM's shapes there.

jax has NumPy's names for what is used here, so it gets the same functions. All arrays are f32.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.scale import Scale
from benchmarks.work import clocks
from benchmarks.work.clocks import Results

Arrays = tuple[Any, ...]
Calls = dict[str, Callable[[], object]]

HEADS, WIDTH, WORDS = 8, 256, 128

SHAPES = ((1, 64), (32, 64))
"""Sentences and tokens of MiniLM's forward pass."""


def functions(xp: Any) -> dict[str, Callable[..., Any]]:
    """The functions by name, over a library with NumPy's names."""

    def gelu(x: Any) -> Any:
        return 0.5 * x * (1 + xp.tanh(0.7978845608 * (x + 0.044715 * (x * x * x))))

    def mlp(x: Any, w1: Any, b1: Any, w2: Any, b2: Any) -> Any:
        return gelu(x @ w1 + b1) @ w2 + b2

    def attention(q: Any, k: Any, v: Any) -> Any:
        fit = q @ k.swapaxes(-1, -2) * np.float32(q.shape[-1] ** -0.5)
        fit = xp.where(xp.tri(q.shape[-2], dtype=bool), fit, np.float32(-1e9))
        shares = xp.exp(fit - fit.max(axis=-1, keepdims=True))
        return shares / shares.sum(axis=-1, keepdims=True) @ v

    def normed(x: Any, scale: Any, shift: Any) -> Any:
        away = x - x.mean(axis=-1, keepdims=True)
        return away / xp.sqrt((away * away).mean(axis=-1, keepdims=True) + 1e-5) * scale + shift

    def gpt2(x: Any, *given: Any) -> Any:
        first, (qkv, shift, mixed, bias), second, network = (
            given[at : at + count] for at, count in ((0, 2), (2, 4), (6, 2), (8, 4))
        )
        texts, words, width = x.shape
        parts = (normed(x, *first) @ qkv + shift).reshape(texts, words, 3, HEADS, -1)
        heads = (parts[:, :, number].transpose(0, 2, 1, 3) for number in range(3))
        y = attention(*heads).transpose(0, 2, 1, 3).reshape(texts, words, width)
        x = x + y @ mixed + bias
        return x + mlp(normed(x, *second), *network)

    return {"model-mlp": mlp, "model-attention": attention, "model-gpt2": gpt2}


def texts() -> dict[str, str]:
    """The functions by name, as jax printed them for `data`."""
    folder = Path(__file__).with_name("texts")
    return {
        name: (folder / f"{name.removeprefix('model-')}.mlir").read_text() for name in functions(np)
    }


@functools.cache
def data() -> dict[str, Arrays]:
    """The arguments of each function."""
    rng = np.random.default_rng(0)

    def normal(*shape: int) -> np.ndarray[Any, Any]:
        return rng.standard_normal(shape, np.float32)

    def layer(n: int, m: int) -> Arrays:
        return normal(n, m) / np.float32(n**0.5), normal(m)

    network = *layer(WIDTH, 4 * WIDTH), *layer(4 * WIDTH, WIDTH)
    norms = [(normal(WIDTH), normal(WIDTH)) for _ in range(2)]
    mixing = *layer(WIDTH, 3 * WIDTH), *layer(WIDTH, WIDTH)
    return {
        "model-mlp": (normal(WORDS, WIDTH), *network),
        "model-attention": tuple(normal(2, HEADS, WORDS, 64) for _ in range(3)),
        "model-gpt2": (normal(2, WORDS, WIDTH), *norms[0], *mixing, *norms[1], *network),
    }


def checked_calls(
    made: dict[str, Callable[..., Any]],
    placed: Callable[[Any], Any],
    ended: Callable[[Any], Any],
) -> Calls:
    """A call of each function, which has been made once and checked.

    Args:
        made: the functions by name, compiled.
        placed: takes an array to where the peer has it.
        ended: waits for what a function returned, and returns it.
    """
    calls: Calls = {}
    for name, function in made.items():
        run = functools.partial(function, *map(placed, data()[name]))
        calls[name] = lambda run=run: ended(run())
        checked(name, calls[name]())
    return calls


def checked(name: str, found: Any) -> None:
    """Raises unless a peer computed the function.

    Raises:
        AssertionError: it did not.
    """
    expected = functions(np)[name](*data()[name])
    np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-3, atol=1e-3, err_msg=name)


def timed(calls: Calls, scale: Scale) -> Results:
    """The median time of each call in ms; a call returns when its result is there."""
    return clocks.timed(calls, scale.seconds(0.5, 0.1), warm=3)


def timed_sentences(shape: tuple[int, int], call: Callable[[], object], scale: Scale) -> Results:
    """The row of a forward pass of MiniLM: its median time in ms."""
    name = "model-minilm-{}x{}".format(*shape)
    return clocks.timed({name: call}, scale.seconds(1.0, 0.1), warm=3)
