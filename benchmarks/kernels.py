"""The standard kernels, each beside the same in NumPy, and beside the memory's own speed."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from benchmarks.drivers import Results, median
from benchmarks.scale import Scale

Arrays = tuple[Any, ...]
SIZE = 1 << 20
"""Elements of an elementwise kernel: 4 MiB of f32 an array."""
LARGE = 1 << 24
"""Elements of a kernel that memory limits: 64 MiB of f32 an array, more than a cache."""


class Case(NamedTuple):
    """A kernel with arguments, and the same in NumPy.

    Attributes:
        kernel: the name of the kernel.
        title: what a row says.
        given: makes the arguments; outputs are among them.
        numpy: the same computation, on the same arguments.
    """

    kernel: str
    title: str
    given: Callable[[np.random.Generator], Arrays]
    numpy: Callable[..., object]


def _normal(rng: np.random.Generator, *shape: int) -> np.ndarray[Any, Any]:
    return rng.standard_normal(shape, np.float32)


def _unary(name: str) -> Case:
    def given(rng: np.random.Generator) -> Arrays:
        x = np.abs(_normal(rng, SIZE)) + np.float32(0.1)
        return x, np.empty_like(x)

    function: Any = getattr(np, name)
    return Case(name, f"{name} of 2^20", given, lambda x, y: function(x, out=y))


def _binary(name: str) -> Case:
    def given(rng: np.random.Generator) -> Arrays:
        x, z = np.abs(_normal(rng, SIZE)), _normal(rng, SIZE)
        return x, z, np.empty_like(x)

    function: Any = getattr(np, name)
    return Case(name, f"{name} of 2^20", given, lambda x, z, y: function(x, z, out=y))


def _activation(name: str, function: Callable[[Any], Any]) -> Case:
    def given(rng: np.random.Generator) -> Arrays:
        x = _normal(rng, SIZE)
        return x, np.empty_like(x)

    return Case(name, f"{name} of 2^20", given, lambda x, y: np.copyto(y, function(x)))


def _rows(name: str, function: Callable[..., object], *, keeps: bool = True) -> Case:
    def given(rng: np.random.Generator) -> Arrays:
        x = _normal(rng, 1024, 1024)
        dtype = np.int64 if name.startswith("arg") else np.float32
        return x, np.empty_like(x) if keeps else np.empty(1024, dtype)

    return Case(name, f"{name}, 1024x1024", given, function)


def _softmax(x: Any, y: Any) -> None:
    np.exp(x - x.max(axis=1, keepdims=True), out=y)
    y /= y.sum(axis=1, keepdims=True)


def _log_softmax(x: Any, y: Any) -> None:
    z = x - x.max(axis=1, keepdims=True)
    np.subtract(z, np.log(np.exp(z).sum(axis=1, keepdims=True)), out=y)


def _layer_norm(x: Any, w: Any, b: Any, y: Any, epsilon: float) -> None:
    d = x - x.mean(axis=1, keepdims=True)
    np.divide(d, np.sqrt((d * d).mean(axis=1, keepdims=True) + np.float32(epsilon)), out=y)
    y *= w
    y += b


def _normed(rng: np.random.Generator) -> Arrays:
    x = _normal(rng, 1024, 1024)
    return x, _normal(rng, 1024), _normal(rng, 1024), np.empty_like(x), 1e-5


def _scattered(rng: np.random.Generator) -> Arrays:
    return rng.integers(0, 1000, 20_000), _normal(rng, 20_000, 64), _normal(rng, 1000, 64)


def _taken(rng: np.random.Generator) -> Arrays:
    x, index = _normal(rng, 1000, 64), rng.integers(0, 1000, 20_000)
    return x, index, np.empty((20_000, 64), np.float32)


def _matrices(rng: np.random.Generator) -> Arrays:
    return _normal(rng, 64, 64, 64), _normal(rng, 64, 64, 64), np.empty((64, 64, 64), np.float32)


def _drawn(rng: np.random.Generator) -> Arrays:
    del rng  # the kernels draw themselves
    return np.empty(SIZE, np.float32), 7, 0


def _counted(rng: np.random.Generator) -> Arrays:
    return rng.integers(0, 1000, SIZE), np.empty(1000, np.int64)


def _binned(rng: np.random.Generator) -> Arrays:
    edges = np.linspace(-3, 3, 101, dtype=np.float32)
    return _normal(rng, SIZE), edges, np.empty(100, np.int64)


def _sorted(rng: np.random.Generator, dtype: type = np.float32) -> Arrays:
    x = _normal(rng, 1, 1_000_000)
    return x, np.empty(x.shape, dtype)


_PHILOX = np.random.Generator(np.random.Philox(7))
BY_HAND = (
    Case(
        "scatter_add",
        "scatter_add of 20,000 rows of 64",
        _scattered,
        lambda idx, x, y: np.add.at(y, idx, x),
    ),
    Case("sort", "sort of 1,000,000", _sorted, lambda x, y: np.copyto(y, np.sort(x))),
    Case(
        "argsort",
        "argsort of 1,000,000",
        lambda rng: _sorted(rng, np.int64),
        lambda x, y: np.copyto(y, np.argsort(x, kind="stable")),
    ),
    Case(
        "bincount",
        "bincount of 2^20",
        _counted,
        lambda x, y: np.copyto(y, np.bincount(x, minlength=1000)),
    ),
    Case(
        "histogram",
        "histogram of 2^20",
        _binned,
        lambda x, e, y: np.copyto(y, np.histogram(x, 100, (-3, 3))[0]),
    ),
    Case(
        "uniform",
        "uniform, 2^20",
        _drawn,
        lambda y, _s, _o: _PHILOX.random(out=y, dtype=np.float32),
    ),
    Case(
        "normal",
        "normal, 2^20",
        _drawn,
        lambda y, _s, _o: _PHILOX.standard_normal(out=y, dtype=np.float32),
    ),
)
"""The kernels that find, order, count or draw, beside NumPy."""

CASES = (
    *BY_HAND,
    *(_binary(name) for name in ("add", "multiply", "divide", "maximum", "power")),
    *(_unary(name) for name in ("sqrt", "exp", "log", "sin", "tan", "arctan", "tanh")),
    _activation("relu", lambda x: np.maximum(x, 0)),
    _activation("sigmoid", lambda x: 1 / (1 + np.exp(-x))),
    _activation(
        "gelu_tanh", lambda x: 0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))
    ),
    _rows("softmax", _softmax),
    _rows("log_softmax", _log_softmax),
    Case("layer_norm", "layer_norm, 1024x1024", _normed, _layer_norm),
    _rows("sum_rows", lambda x, y: np.sum(x, axis=1, out=y), keeps=False),
    _rows("max_rows", lambda x, y: np.max(x, axis=1, out=y), keeps=False),
    _rows("argmax_rows", lambda x, y: np.argmax(x, axis=1, out=y), keeps=False),
    _rows("cumsum_rows", lambda x, y: np.cumsum(x, axis=1, out=y)),
    Case("take", "take of 20,000 rows of 64", _taken, lambda x, i, y: np.take(x, i, 0, y)),
    Case(
        "batched_matmul",
        "batched_matmul, 64 of 64x64",
        _matrices,
        lambda a, b, c: np.matmul(a, b, c),
    ),
    _rows("var_rows", lambda x, y: np.var(x, axis=1, out=y), keeps=False),
)
"""The kernels that stand beside NumPy."""


def timed(calls: dict[str, Callable[[], object]], scale: Scale) -> Results:
    """The median time of each call in ms; a call returns when its result is there."""
    found: Results = {}
    for name, call in calls.items():
        call()
        call()
        samples: list[float] = []
        until = time.perf_counter() + scale.seconds(0.4, 0.05)
        while time.perf_counter() < until or len(samples) < 5:
            began = time.perf_counter()
            call()
            samples.append((time.perf_counter() - began) * 1e3)
        found[name] = median(samples)
    return found


class Memory:
    """The speed of the memory itself: the C library's own copies and fills, on some threads."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads)
        self._threads = threads
        rng = np.random.default_rng(1)
        self._source, self._target = _normal(rng, LARGE), np.empty(LARGE, np.float32)

    def _shares(self) -> list[slice]:
        step = LARGE // self._threads
        return [slice(k * step, (k + 1) * step) for k in range(self._threads)]

    def copy(self) -> None:
        """Copies 64 MiB."""

        def part(share: slice) -> None:
            source, target = self._source[share], self._target[share]
            ctypes.memmove(target.ctypes.data, source.ctypes.data, source.nbytes)

        list(self._pool.map(part, self._shares()))

    def fill(self) -> None:
        """Fills 64 MiB."""

        def part(share: slice) -> None:
            target = self._target[share]
            ctypes.memset(target.ctypes.data, 1, target.nbytes)

        list(self._pool.map(part, self._shares()))
