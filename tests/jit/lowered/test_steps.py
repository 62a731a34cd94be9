"""The launches that functions become: how many, and what is never stored between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import streamrt as srt

CHANCE = np.random.default_rng(35)
LONG = CHANCE.random((300, 200))  # longer than what one kernel reduces at once


def rotary(x: Any, cos: Any, sin: Any) -> Any:
    a, b = np.split(x, 2, axis=-1)
    return np.concatenate([a * cos - b * sin, b * cos + a * sin], axis=-1)


def half_turned(x: Any, cos: Any, sin: Any) -> Any:
    half = x.shape[-1] // 2
    turned = np.concatenate([-x[..., half:], x[..., :half]], axis=-1)
    return x * np.concatenate([cos, cos]) + turned * np.concatenate([sin, sin])


def life(x: Any) -> Any:
    steps = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
    around = sum(np.roll(np.roll(x, i, 0), j, 1) for i, j in steps)
    return np.where((around == 3) | ((x == 1) & (around == 2)), 1, 0)


def laplace(x: Any) -> Any:
    p = np.pad(x, 1)
    return 4 * x - p[2:, 1:-1] - p[:-2, 1:-1] - p[1:-1, 2:] - p[1:-1, :-2]


def inside(x: Any) -> Any:
    y = np.zeros_like(x)
    y[1:-1, 1:-1] = x[1:-1, 2:] - x[1:-1, :-2]
    return y


def norm(x: Any) -> Any:
    d = x - x.mean(axis=-1, keepdims=True)
    return d / np.sqrt((d * d).mean(axis=-1, keepdims=True) + 1e-6)


def attention(x: Any, w: Any, b: Any) -> Any:
    n, length, width = x.shape
    heads = (x @ w + b).reshape(n, length, 4, -1).transpose(0, 2, 1, 3)
    scores = heads @ heads.transpose(0, 1, 3, 2)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return (weights @ heads).transpose(0, 2, 1, 3).reshape(n, length, width) @ w + x


def deep(x: Any, w: Any) -> Any:
    for _ in range(8):
        x = norm(np.tanh(x @ w) + x)
    return x


def convolved(x: Any, w: Any) -> Any:
    _, h, width, _ = x.shape
    made = 0.0
    for i in range(3):
        for j in range(3):
            seen = x[:, i : i + h - 2, j : j + width - 2]
            made = made + np.einsum("nhwc,co->nhwo", seen, w[i, j])
    return made


def nearest(p: Any, q: Any) -> Any:
    return ((p[:, None] - q) ** 2).sum(axis=-1).argmin(axis=1)


X, W, B = CHANCE.random((3, 5, 16)), CHANCE.random((16, 16)), CHANCE.random(16)
CASES: list[tuple[Callable[..., Any], tuple[Any, ...], int]] = [
    (rotary, (CHANCE.random((7, 12)), CHANCE.random(6), CHANCE.random(6)), 1),
    (half_turned, (CHANCE.random((7, 12)), CHANCE.random(6), CHANCE.random(6)), 1),
    (life, (CHANCE.integers(0, 2, (9, 8)),), 5),
    (laplace, (CHANCE.random((9, 8)),), 4),
    (inside, (CHANCE.random((9, 8)),), 5),
    (lambda x: np.isnan(x).any(), (LONG,), 2),
    (lambda x: (x.sum(), np.isnan(x).any(), np.isinf(x).any()), (LONG,), 4),
    (lambda x: ((x - x.mean(axis=0)) ** 2).sum(), (LONG,), 3),
    (lambda x: np.sqrt(x.T * 2 + 1).sum(), (LONG,), 2),
    (lambda x: (x + x[::-1]).max(), (LONG,), 2),
    (lambda x: (x.sum(axis=0), x.max(axis=0)), (CHANCE.random((40000, 3)),), 3),
    (attention, (X, W, B), 6),
    (convolved, (CHANCE.random((2, 6, 7, 4)), CHANCE.random((3, 3, 4, 5))), 3),
    (lambda x, w: x[:, :4] @ w[:4] + x[:, 4:] @ w[4:], (CHANCE.random((6, 8)), W[:8]), 1),
    (lambda x, w: x[:, :4] @ w[:4] + x[:, 3:7] @ w[4:8], (CHANCE.random((6, 8)), W[:8]), 2),
    (nearest, (CHANCE.random((9, 3)), CHANCE.random((7, 3))), 1),
    (lambda p: np.abs(p[:, None] - p).max(axis=-1).sum(), (CHANCE.random((200, 2)),), 2),
    (deep, (CHANCE.random((5, 16)), W), 16),
]


@pytest.mark.parametrize(("function", "given", "most"), CASES)
def test_a_function_becomes_few_launches(
    function: Callable[..., Any], given: tuple[Any, ...], most: int
) -> None:
    compiled = srt.jit(function)
    steps = compiled.lower(*given).steps
    assert len(steps) <= most, "\n".join(map(str, steps))
    found, expected = compiled(*given), function(*given)
    if not isinstance(expected, tuple):
        found, expected = (found,), (expected,)
    for one, right in zip(found, expected, strict=True):
        np.testing.assert_allclose(np.asarray(one), right, rtol=1e-9, atol=1e-12)


def test_a_step_is_a_line_that_names_its_arrays() -> None:
    steps = srt.jit(lambda x, w: np.exp(x @ w).sum(axis=1)).lower(X[0], W).steps
    lines = [str(step) for step in steps]
    assert lines == [
        "matmul: x f64[5, 16], w f64[16, 16] -> t0 f64[5, 16]",
        "exp_sum: t0 f64[5, 16] -> r0 f64[5]",
    ]
    assert [step.writes for step in steps] == [(False, False, True), (False, True)]
