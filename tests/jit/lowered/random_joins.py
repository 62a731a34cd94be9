"""Programs of joined arrays, drawn by a seed: rolls, pads, pieces and views."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np


def _joined(chance: Random, x: Any, y: Any) -> Any:
    axis = chance.randrange(x.ndim)
    kind = chance.randrange(8)
    if kind == 0:
        return np.roll(x, chance.randint(-3, 3), axis)
    if kind == 1:
        return np.concatenate([x, y], axis) if x.shape == y.shape else np.concatenate([x, x], axis)
    if kind == 2:
        return np.pad(x, chance.randint(1, 2), mode=chance.choice(["constant", "edge", "wrap"]))
    if kind == 3:  # a piece in the middle
        inner = x.copy()
        places = tuple([slice(1, n - 1) if n > 2 else slice(None) for n in x.shape])
        inner[places] = np.sqrt(np.abs(inner[places])) + 1
        return inner
    if kind == 4:  # several pieces
        inner = np.zeros_like(x)
        inner[:1] = x[:1] * 2
        inner[1:] = x[1:] - x[:-1]
        return inner
    if kind == 5:
        half = x.shape[axis] // 2
        parts = np.split(x, [half], axis)
        return np.concatenate([np.exp(-np.abs(parts[1])), parts[0]], axis)
    if kind == 6:
        return np.stack([x, x * 2 + 1], axis)
    return np.concatenate([x[::-1], x], 0)


def _computed(chance: Random, x: Any, y: Any) -> Any:
    axis = chance.randrange(x.ndim)
    kind = chance.randrange(8)
    if kind == 0:
        return np.tanh(x)
    if kind == 1:
        return x + y if x.shape == y.shape else x * 0.5 - 1
    if kind == 2:
        return x - x.mean(axis=axis, keepdims=True)
    if kind == 3:
        return np.concatenate([x.sum(axis=axis, keepdims=True), x], axis)
    if kind == 4:
        return x @ np.swapaxes(x, -1, -2) if x.ndim > 1 else x * x
    if kind == 5:
        return np.where(x > 0.3, x, -x)
    if kind == 6:
        return np.cumsum(x, axis=axis)
    return np.swapaxes(x @ np.swapaxes(x, -1, -2), 0, -1) if x.ndim > 1 else x[::-1]


def _seen(chance: Random, x: Any, y: Any) -> Any:
    del y
    kind = chance.randrange(5)
    if kind == 0:
        return np.moveaxis(x, chance.randrange(x.ndim), 0)
    if kind == 1:
        return x.reshape(-1)
    if kind == 2:
        return x[chance.randrange(2) :][..., ::-1] if x.shape[0] > 2 else x
    if kind == 3:
        return x[None] if x.ndim < 4 else x
    return x[..., : max(1, x.shape[-1] - 1)]


def program(seed: int) -> tuple[Any, list[Any]]:
    """Returns the program of a seed, and arguments; it takes others of as many axes, too."""

    def function(*given: Any) -> Any:
        chance = Random(seed)
        known = list(given)
        for _ in range(chance.randint(2, 9)):
            x, y = chance.choice(known[-3:]), chance.choice(known)
            step = chance.choice([_joined, _joined, _computed, _computed, _seen])
            made = step(chance, x, y)
            if made.size <= 4000:
                known.append(made)
        return tuple(known[-chance.randint(1, 3) :])

    chance = Random(seed)
    numbers = np.random.default_rng(seed)
    shape = [chance.randint(2, 5) for _ in range(chance.randint(1, 3))]
    return function, [numbers.uniform(-1, 1, shape) for _ in range(2)]
