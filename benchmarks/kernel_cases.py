"""The standard kernels with arguments, each beside the same in NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from streamrt_kernels.reference import ngrams

Arrays = tuple[Any, ...]
SIZE = 1 << 20
"""Elements of an elementwise kernel: 4 MiB of f32 an array."""


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


def _sloped(name: str, function: Callable[[Any, Any], Any]) -> Case:
    def given(rng: np.random.Generator) -> Arrays:
        x = _normal(rng, SIZE)
        return x, 0.5, np.empty_like(x)

    return Case(
        name, f"{name} of 2^20", given, lambda x, a, y: np.copyto(y, function(x, np.float32(a)))
    )


def _rows(name: str, function: Callable[..., object]) -> Case:
    def given(rng: np.random.Generator) -> Arrays:
        x = _normal(rng, 1024, 1024)
        return x, np.empty_like(x)

    return Case(name, f"{name}, 1024x1024", given, function)


def _reduction(name: str) -> Case:
    def given(rng: np.random.Generator) -> Arrays:
        dtype = np.int64 if name.startswith("arg") else np.float32
        return _normal(rng, 1024, 1024), np.empty(1024, dtype)

    function: Any = getattr(np, name.removesuffix("_rows"))
    return Case(name, f"{name}, 1024x1024", given, lambda x, y: function(x, axis=1, out=y))


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


def _rms_norm(x: Any, w: Any, y: Any, epsilon: float) -> None:
    np.divide(x, np.sqrt((x * x).mean(axis=1, keepdims=True) + np.float32(epsilon)), out=y)
    y *= w


def _weighted(rng: np.random.Generator) -> Arrays:
    x = _normal(rng, 1024, 1024)
    return x, _normal(rng, 1024), np.empty_like(x), 1e-5


def _top_k(x: Any, values: Any, indices: Any) -> None:
    k = values.shape[1]
    found = np.argpartition(-x, k - 1, axis=1)[:, :k]
    order = np.argsort(-np.take_along_axis(x, found, 1), axis=1, kind="stable")
    indices[...] = np.take_along_axis(found, order, 1)
    values[...] = np.take_along_axis(x, indices, 1)


def _found(rng: np.random.Generator) -> Arrays:
    values = np.empty((1024, 8), np.float32)
    return _normal(rng, 1024, 1024), values, np.empty((1024, 8), np.int64)


def _ngrams(data: Any, ends: Any, f: Any, length: int) -> None:
    f[...] = ngrams(data, ends, f.shape[1], length)


def _written(rng: np.random.Generator) -> Arrays:
    ends = 4096 * np.arange(1, 65, dtype=np.int64)
    data = rng.integers(0, 256, 64 * 4096).astype(np.uint8)
    return data, ends, np.empty((64, 1024), np.float32), 3


def _normed(rng: np.random.Generator) -> Arrays:
    x = _normal(rng, 1024, 1024)
    return x, _normal(rng, 1024), _normal(rng, 1024), np.empty_like(x), 1e-5


def _scattered(rng: np.random.Generator) -> Arrays:
    return rng.integers(0, 1000, 20_000), _normal(rng, 20_000, 64), _normal(rng, 1000, 64)


def _taken(rng: np.random.Generator) -> Arrays:
    x, index = _normal(rng, 1000, 64), rng.integers(0, 1000, 20_000)
    return x, index, np.empty((20_000, 64), np.float32)


def _matrices(rng: np.random.Generator, *shape: int) -> Arrays:
    return _normal(rng, *shape), _normal(rng, *shape), np.empty(shape, np.float32)


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
    Case("take", "take of 20,000 rows of 64", _taken, lambda x, i, y: np.take(x, i, 0, y)),
    Case(
        "iota",
        "iota of 2^20",
        lambda rng: (np.empty(SIZE, np.float32), 1.0, 0.5),
        lambda y, start, step: np.copyto(
            y, np.arange(SIZE, dtype=np.float32) * np.float32(step) + np.float32(start)
        ),
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
        "random_bits",
        "random_bits, 2^20",
        lambda rng: (np.empty(SIZE, np.uint32), 7, 0),
        lambda y, _s, _o: np.copyto(y, _PHILOX.integers(0, 1 << 32, SIZE, np.uint32)),
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

BINARY = ("add", "subtract", "multiply", "divide", "maximum", "minimum", "power")
UNARY = (
    *("absolute", "negative", "square", "reciprocal", "sqrt", "floor", "ceil", "rint"),
    *("exp", "exp2", "expm1", "log", "log2", "log10", "log1p"),
    *("sin", "cos", "tan", "arctan", "tanh"),
)
ACTIVATIONS: dict[str, Callable[[Any], Any]] = {
    "relu": lambda x: np.maximum(x, 0),
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "silu": lambda x: x / (1 + np.exp(-x)),
    "softplus": lambda x: np.logaddexp(x, np.float32(0)),
    "gelu": lambda x: 0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x * x * x))),
    "gelu_tanh": lambda x: 0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x * x * x))),
}
REDUCTIONS = tuple(
    f"{name}_rows" for name in ("sum", "mean", "var", "max", "min", "argmax", "argmin")
)

ELEMENTWISE = (
    *(_binary(name) for name in BINARY),
    *(_unary(name) for name in UNARY),
    *(_activation(name, function) for name, function in ACTIVATIONS.items()),
    Case(
        "clip",
        "clip of 2^20",
        lambda rng: (_normal(rng, SIZE), -0.5, 0.5, np.empty(SIZE, np.float32)),
        lambda x, low, high, y: np.clip(x, low, high, out=y),
    ),
    _sloped("elu", lambda x, a: np.where(x > 0, x, a * np.expm1(x))),
    _sloped("leaky_relu", lambda x, a: np.where(x >= 0, x, a * x)),
)
"""The kernels of each element, beside NumPy."""

BY_ROWS = (
    _rows("softmax", _softmax),
    _rows("log_softmax", _log_softmax),
    Case("layer_norm", "layer_norm, 1024x1024", _normed, _layer_norm),
    Case("rms_norm", "rms_norm, 1024x1024", _weighted, _rms_norm),
    Case(
        "normalize_rows",
        "normalize_rows, 1024x1024",
        lambda rng: (_normal(rng, 1024, 1024),),
        lambda x: np.divide(x, np.linalg.norm(x, axis=1, keepdims=True), out=x),
    ),
    *(_reduction(name) for name in REDUCTIONS),
    _rows("cumsum_rows", lambda x, y: np.cumsum(x, axis=1, out=y)),
    _rows("cumprod_rows", lambda x, y: np.cumprod(x, axis=1, out=y)),
    Case("top_k", "top_k, 8 of each row, 1024x1024", _found, _top_k),
    Case("ngrams", "ngrams of 64 texts of 4 KiB", _written, _ngrams),
)
"""The kernels of each row, beside NumPy."""

PRODUCTS = (
    Case("matmul", "matmul, 512x512", lambda rng: _matrices(rng, 512, 512), np.matmul),
    Case(
        "matmul_nt",
        "matmul_nt, 512x512",
        lambda rng: _matrices(rng, 512, 512),
        lambda a, b, c: np.matmul(a, b.T, c),
    ),
    Case(
        "batched_matmul",
        "batched_matmul, 64 of 64x64",
        lambda rng: _matrices(rng, 64, 64, 64),
        np.matmul,
    ),
)
"""The products of matrices, beside NumPy's BLAS."""

CASES = (*BY_HAND, *ELEMENTWISE, *BY_ROWS, *PRODUCTS)
"""The kernels that stand beside NumPy."""
