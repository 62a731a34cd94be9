"""Functions of arrays that the peers compile, written once in NumPy's words, and their clocks.

jax and torch have NumPy's names for what is used here, so they get the same functions; numba gets
loops. All arrays are f32.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.scale import Scale
from benchmarks.work import clocks
from benchmarks.work.clocks import Results

Arrays = tuple[Any, ...]


def functions(xp: Any) -> dict[str, Callable[..., Any]]:
    """The functions by name, over a library with NumPy's names."""

    def gelu(x: Any, w: Any, b: Any) -> Any:
        u = x * w + b
        return 0.5 * u * (1 + xp.tanh(0.7978845608 * (u + 0.044715 * (u * u * u))))

    def softmax(x: Any) -> Any:
        e = xp.exp(x - xp.amax(x, axis=1, keepdims=True))
        return e / xp.sum(e, axis=1, keepdims=True)

    def layernorm(x: Any, w: Any, b: Any) -> Any:
        d = x - xp.mean(x, axis=1, keepdims=True)
        v = xp.mean(d * d, axis=1, keepdims=True)
        return d / xp.sqrt(v + 1e-5) * w + b

    def total(x: Any) -> Any:
        return xp.sum(x)

    def mlp(x: Any, w: Any, b: Any) -> Any:
        u = x @ w + b
        return 0.5 * u * (1 + xp.tanh(0.7978845608 * (u + 0.044715 * (u * u * u))))

    def product(x: Any, w: Any) -> Any:
        return x @ w

    return {
        "gelu": gelu,
        "softmax": softmax,
        "layernorm": layernorm,
        "sum": total,
        "mlp-512": mlp,
        "mlp-1024": mlp,
        "product-512": product,
        "product-1024": product,
    }


def data() -> dict[str, Arrays]:
    """The arguments of each function."""
    rng = np.random.default_rng(0)

    def normal(*shape: int) -> np.ndarray[Any, Any]:
        return rng.standard_normal(shape, np.float32)

    return {
        "gelu": (normal(1000, 1000), normal(1000), normal(1000)),
        "softmax": (normal(4096, 1024),),
        "layernorm": (normal(4096, 1024), normal(1024), normal(1024)),
        "sum": (normal(1 << 24),),
        "mlp-512": (normal(512, 512), normal(512, 512), normal(512)),
        "mlp-1024": (normal(1024, 1024), normal(1024, 1024), normal(1024)),
        "product-512": (normal(512, 512), normal(512, 512)),
        "product-1024": (normal(1024, 1024), normal(1024, 1024)),
    }


def three(x: Any, w: Any, b: Any) -> Any:
    """A function of three inputs, for cached calls."""
    return x * w + b


def eight(tree: dict[str, Any]) -> Any:
    """A function of a dict, for cached calls."""
    return functools.reduce(lambda a, b: a + b, tree.values())


def compiled_calls(
    xp: Any,
    compiled: Callable[[Callable[..., Any]], Callable[..., Any]],
    placed: Callable[[Any], Any],
    ended: Callable[[Any], Any],
) -> dict[str, Callable[[], object]]:
    """A call of each function, which has been made once and checked.

    Args:
        xp: a library with NumPy's names.
        compiled: compiles a function.
        placed: takes an array to where the peer has it.
        ended: waits for what a compiled function returned, and returns it.
    """
    made: dict[str, Callable[[], object]] = {}
    arrays = data()
    for name, function in functions(xp).items():
        run = functools.partial(compiled(function), *map(placed, arrays[name]))
        made[name] = lambda run=run: ended(run())
        checked(name, made[name]())
    return made


def timed(calls: dict[str, Callable[[], object]], scale: Scale) -> Results:
    """The median time of each call in ms; a call returns when its result is there."""
    return clocks.timed(calls, scale.seconds(0.3, 0.1), warm=3)


def checked(name: str, found: Any) -> None:
    """Raises unless a peer computed the function.

    Raises:
        AssertionError: it did not.
    """
    expected = functions(np)[name](*data()[name])
    np.testing.assert_allclose(np.asarray(found), expected, rtol=2e-3, atol=2e-3)
