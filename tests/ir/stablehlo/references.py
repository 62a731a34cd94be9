"""Functions of StableHLO and of networks, in NumPy: what cases.py expects of the texts."""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, Any]


def divided(x: Array, y: Array) -> tuple[Array, Array]:
    """Quotient and remainder as a CPU has them under XLA, with exact integers."""
    pairs = list(zip(x.tolist(), y.tolist(), strict=True))
    bits = 8 * x.itemsize
    quotients = [-1 if b == 0 else abs(a) // abs(b) * (1 if a * b >= 0 else -1) for a, b in pairs]
    rests = [a if b == 0 else math.fmod(a, b) for a, b in pairs]
    wrapped = [q & ((1 << bits) - 1) for q in quotients]
    return np.array(wrapped, f"u{x.itemsize}").view(x.dtype), np.array(rests).astype(x.dtype)


def to(x: Array, dtype: str) -> Array:
    """A conversion that saturates; NaN is 0."""
    info = np.iinfo(dtype)
    return np.array(
        [0 if math.isnan(v) else int(max(min(v, info.max), info.min)) for v in x.tolist()], dtype
    )


def shifted(x: Array, n: Array, kind: str) -> Array:
    bits, found = 8 * x.itemsize, list[int]()
    for value, given in zip(x.tolist(), n.tolist(), strict=True):
        count = min(given % (1 << bits), bits)
        if kind == "left":
            found.append(value << count)
        else:
            found.append((value if kind == "signed" else value % (1 << bits)) >> count)
    return np.array([each % (1 << bits) for each in found], f"u{x.itemsize}").view(x.dtype)


def softmax(x: Array, axis: int = -1) -> Array:
    e = np.exp(x - x.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


def layer_norm(x: Array, g: Array, b: Array) -> Array:
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + np.float32(1e-5)) * g + b


def gelu(x: Array) -> Array:
    return 0.5 * x * (1 + np.tanh(np.float32(0.7978845608) * (x + np.float32(0.044715) * x**3)))


def attention(x: Array, w: Array, o: Array) -> Array:
    t, d = x.shape
    q, k, v = np.moveaxis((x @ w).reshape(t, 3, 2, d // 2), 1, 0).transpose(0, 2, 1, 3)
    scores = q @ k.transpose(0, 2, 1) / np.float32(math.sqrt(d // 2))
    scores = np.where(np.tri(t, dtype=bool), scores, np.float32(-1e9))
    return (softmax(scores) @ v).transpose(1, 0, 2).reshape(t, d) @ o


def block(i: Array, e: Array, w: Array, o: Array, u: Array, d: Array, g: Array) -> Array:
    x = e[i] + np.cos(np.arange(i.size, dtype="f4"))[:, None]
    x = x + attention(layer_norm(x, g, g * 0), w, o)
    x = x + gelu(layer_norm(x, g, g * 0) @ u) @ d
    return softmax(x @ e.T)


def rows(x: Array, i: Array) -> Array:
    return np.take(x, np.clip(np.where(i < 0, i + len(x), i), 0, len(x) - 1), 0)


def window(x: Array, start: int, size: int) -> Array:
    start = min(max(start + len(x) * (start < 0), 0), len(x) - size)
    return x[start : start + size]


def updated(x: Array, u: Array, start: int, column: int) -> Array:
    row = min(max(start + len(x) * (start < 0), 0), len(x) - len(u))
    column = min(max(column + x.shape[1] * (column < 0), 0), x.shape[1] - u.shape[1])
    made = x.copy()
    made[row : row + len(u), column : column + u.shape[1]] = u
    return made


def order(x: Array) -> Array:
    """The places that sort rows from the greatest on; the earlier of equal ones first."""
    return np.argsort(-x.astype("f8"), -1, "stable")


erf = np.vectorize(math.erf)
erfc = np.vectorize(math.erfc)
