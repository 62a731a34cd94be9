"""The standard kernels with arguments, each beside the same in NumPy."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from benchmarks.scale import Scale
from benchmarks.work import clocks
from streamrt_kernels.reference import ngrams

Arrays = tuple[Any, ...]
Rng = np.random.Generator
Given = Callable[[Rng], Arrays]
"""Makes the arguments of a kernel; outputs are among them."""

SIZE = 1 << 20
"""Elements of an elementwise kernel: 4 MiB of f32 an array."""

PHILOX = np.random.Generator(np.random.Philox(7))


def timed(calls: dict[str, Callable[[], object]], scale: Scale) -> clocks.Results:
    """The median time of each call in ms; a call returns when its result is there."""
    return clocks.timed(calls, scale.seconds(0.05, 0.02))


# -- arguments -------------------------------------------------------------------------------------


def _normal(rng: Rng, *shape: int) -> np.ndarray[Any, Any]:
    return rng.standard_normal(shape, np.float32)


def _empty(*shape: int, dtype: type = np.float32) -> np.ndarray[Any, Any]:
    return np.empty(shape, dtype)


def _positive(rng: Rng) -> Arrays:
    return np.abs(_normal(rng, SIZE)) + np.float32(0.1), _empty(SIZE)


def _two(rng: Rng) -> Arrays:
    return np.abs(_normal(rng, SIZE)), _normal(rng, SIZE), _empty(SIZE)


def _with(*scalars: float) -> Given:
    return lambda rng: (_normal(rng, SIZE), *scalars, _empty(SIZE))


def _square(rng: Rng) -> Arrays:
    return _normal(rng, 1024, 1024), _empty(1024, 1024)


def _reduced(dtype: type) -> Given:
    return lambda rng: (_normal(rng, 1024, 1024), _empty(1024, dtype=dtype))


def _normed(weights: int) -> Given:
    def given(rng: Rng) -> Arrays:
        x, *w = _normal(rng, 1024, 1024), *(_normal(rng, 1024) for _ in range(weights))
        return x, *w, np.empty_like(x), 1e-5

    return given


def _matrices(*shape: int) -> Given:
    return lambda rng: (_normal(rng, *shape), _normal(rng, *shape), _empty(*shape))


def _sorted(dtype: type) -> Given:
    return lambda rng: (_normal(rng, 1, 1_000_000), _empty(1, 1_000_000, dtype=dtype))


def _drawn(dtype: type) -> Given:
    return lambda rng: (_empty(SIZE, dtype=dtype), 7, 0)  # the kernels draw themselves


def _found(rng: Rng) -> Arrays:
    return _normal(rng, 1024, 1024), _empty(1024, 8), _empty(1024, 8, dtype=np.int64)


def _written(rng: Rng) -> Arrays:
    ends = 4096 * np.arange(1, 65, dtype=np.int64)
    return rng.integers(0, 256, 64 * 4096).astype(np.uint8), ends, _empty(64, 1024), 3


def _binned(rng: Rng) -> Arrays:
    edges = np.linspace(-3, 3, 101, dtype=np.float32)
    return _normal(rng, SIZE), edges, _empty(100, dtype=np.int64)


# -- NumPy's words ---------------------------------------------------------------------------------


def _filling(function: Callable[..., Any]) -> Callable[..., object]:
    """The function with its result written into its last argument."""
    return lambda *given: np.copyto(given[-1], function(*given[:-1]))


def _out(name: str, **options: Any) -> Callable[..., object]:
    function: Any = getattr(np, name)
    return lambda *given: function(*given[:-1], out=given[-1], **options)


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


def _top_k(x: Any, values: Any, indices: Any) -> None:
    k = values.shape[1]
    found = np.argpartition(-x, k - 1, axis=1)[:, :k]
    order = np.argsort(-np.take_along_axis(x, found, 1), axis=1, kind="stable")
    indices[...] = np.take_along_axis(found, order, 1)
    values[...] = np.take_along_axis(x, indices, 1)


def _ngrams(data: Any, ends: Any, f: Any, length: int) -> None:
    f[...] = ngrams(data, ends, f.shape[1], length)


def _gelu_tanh(x: Any) -> Any:
    return 0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))


def _iota(y: Any, start: float, step: float) -> None:
    np.copyto(y, np.arange(SIZE, dtype=np.float32) * np.float32(step) + np.float32(start))


BINARY = ["add", "subtract", "multiply", "divide", "maximum", "minimum", "power"]
UNARY = [
    "absolute", "negative", "square", "reciprocal", "sqrt", "floor", "ceil", "rint", "exp", "exp2",
    "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "arctan", "tanh",
]  # fmt: skip
CASES: dict[str, tuple[Given, Callable[..., object]]] = {
    **{name: (_two, _out(name)) for name in BINARY},
    **{name: (_positive, _out(name)) for name in UNARY},
    "relu": (_with(), _filling(lambda x: np.maximum(x, 0))),
    "sigmoid": (_with(), _filling(lambda x: 1 / (1 + np.exp(-x)))),
    "silu": (_with(), _filling(lambda x: x / (1 + np.exp(-x)))),
    "softplus": (_with(), _filling(lambda x: np.logaddexp(x, np.float32(0)))),
    "gelu": (_with(), _filling(_gelu_tanh)),
    "gelu_tanh": (_with(), _filling(_gelu_tanh)),
    "clip": (_with(-0.5, 0.5), _out("clip")),
    "elu": (_with(0.5), _filling(lambda x, a: np.where(x > 0, x, np.float32(a) * np.expm1(x)))),
    "leaky_relu": (_with(0.5), _filling(lambda x, a: np.where(x >= 0, x, np.float32(a) * x))),
    "softmax": (_square, _softmax),
    "log_softmax": (_square, _log_softmax),
    "layer_norm": (_normed(2), _layer_norm),
    "rms_norm": (_normed(1), _rms_norm),
    "normalize_rows": (
        lambda rng: (_normal(rng, 1024, 1024),),
        lambda x: np.divide(x, np.linalg.norm(x, axis=1, keepdims=True), out=x),
    ),
    **{
        f"{name}_rows": (_reduced(np.float32), _out(name, axis=1))
        for name in ("sum", "mean", "var", "max", "min")
    },
    **{f"{name}_rows": (_reduced(np.int64), _out(name, axis=1)) for name in ("argmax", "argmin")},
    "cumsum_rows": (_square, _out("cumsum", axis=1)),
    "cumprod_rows": (_square, _out("cumprod", axis=1)),
    "top_k": (_found, _top_k),
    "ngrams": (_written, _ngrams),
    "matmul": (_matrices(512, 512), np.matmul),
    "matmul_nt": (_matrices(512, 512), lambda a, b, c: np.matmul(a, b.T, c)),
    "batched_matmul": (_matrices(64, 64, 64), np.matmul),
    "scatter_add": (
        lambda rng: (
            rng.integers(0, 1000, 20_000),
            _normal(rng, 20_000, 64),
            _normal(rng, 1000, 64),
        ),
        lambda index, x, y: np.add.at(y, index, x),
    ),
    "take": (
        lambda rng: (_normal(rng, 1000, 64), rng.integers(0, 1000, 20_000), _empty(20_000, 64)),
        lambda x, index, y: np.take(x, index, 0, y),
    ),
    "iota": (lambda rng: (_empty(SIZE), 1.0, 0.5), _iota),
    "sort": (_sorted(np.float32), _filling(np.sort)),
    "argsort": (_sorted(np.int64), _filling(partial(np.argsort, kind="stable"))),
    "bincount": (
        lambda rng: (rng.integers(0, 1000, SIZE), _empty(1000, dtype=np.int64)),
        _filling(partial(np.bincount, minlength=1000)),
    ),
    "histogram": (_binned, lambda x, e, y: np.copyto(y, np.histogram(x, 100, (-3, 3))[0])),
    "random_bits": (
        _drawn(np.uint32),
        lambda y, _s, _o: np.copyto(y, PHILOX.integers(0, 1 << 32, SIZE, np.uint32)),
    ),
    "uniform": (_drawn(np.float32), lambda y, _s, _o: PHILOX.random(out=y, dtype=np.float32)),
    "normal": (
        _drawn(np.float32),
        lambda y, _s, _o: PHILOX.standard_normal(out=y, dtype=np.float32),
    ),
}
"""Each kernel's arguments, and the same computation of them."""
