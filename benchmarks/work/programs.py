"""Functions as people write them, in NumPy's words, with their data, their clock and their check.

jax has NumPy's names, and torch has most of them, so they get the same functions. Elements are f32,
except those of the Game of Life, which are int32, and the bools of `plain-any`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection
from typing import Any

import numpy as np
from scipy.special import erf as erf_of_numpy

from benchmarks.scale import Scale
from benchmarks.work import clocks
from benchmarks.work.clocks import Results

Arrays = tuple[Any, ...]
Functions = dict[str, Callable[..., Any]]
Calls = dict[str, Callable[[], object]]


def functions(xp: Any, erf: Callable[[Any], Any]) -> Functions:
    """The functions by name, over a library with NumPy's names and its error function."""
    return {**_numbers(xp, erf), **_pictures(xp), **_networks(xp), **_plain(xp)}


def _numbers(xp: Any, erf: Callable[[Any], Any]) -> Functions:
    def rms_rotary(x: Any, gain: Any, cos: Any, sin: Any) -> Any:
        y = x / xp.sqrt((x * x).mean(axis=-1, keepdims=True) + 1e-6) * gain
        half = y.shape[-1] // 2
        a, b = y[:, :half], y[:, half:]
        return xp.concatenate([a * cos - b * sin, b * cos + a * sin], axis=-1)

    def normal_cdf(z: Any) -> Any:
        return 0.5 * (1 + erf(z * 0.7071067811865476))

    def black_scholes(price: Any, strike: Any, years: Any, volatility: Any) -> tuple[Any, Any]:
        spread = volatility * xp.sqrt(years)
        drift = (0.02 + 0.5 * volatility * volatility) * years
        d1 = (xp.log(price / strike) + drift) / spread
        d2 = d1 - spread
        owed = strike * xp.exp(-0.02 * years)
        call = price * normal_cdf(d1) - owed * normal_cdf(d2)
        put = owed * normal_cdf(-d2) - price * normal_cdf(-d1)
        return call, put

    def nearest(points: Any, others: Any) -> Any:
        return ((points[:, None, :] - others[None, :, :]) ** 2).sum(-1).argmin(1)

    def cumsum(x: Any) -> Any:
        return xp.cumsum(x, axis=0)

    return {
        "rms-rotary": rms_rotary,
        "black-scholes": black_scholes,
        "nearest": nearest,
        "cumsum": cumsum,
    }


def _pictures(xp: Any) -> Functions:
    def stencil(x: Any) -> Any:
        inner = x[1:-1, 1:-1]
        return inner + 0.1 * (x[2:, 1:-1] + x[:-2, 1:-1] + x[1:-1, 2:] + x[1:-1, :-2] - 4 * inner)

    def sobel(x: Any) -> Any:
        right = x[:-2, 2:] + 2 * x[1:-1, 2:] + x[2:, 2:]
        left = x[:-2, :-2] + 2 * x[1:-1, :-2] + x[2:, :-2]
        below = x[2:, :-2] + 2 * x[2:, 1:-1] + x[2:, 2:]
        above = x[:-2, :-2] + 2 * x[:-2, 1:-1] + x[:-2, 2:]
        across, down = right - left, below - above
        return xp.sqrt(across * across + down * down)

    def life(cells: Any) -> Any:
        around = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
        alive = sum(xp.roll(xp.roll(cells, i, 0), j, 1) for i, j in around)
        return ((alive == 3) | ((cells == 1) & (alive == 2))).astype(cells.dtype)

    return {"stencil": stencil, "sobel": sobel, "life": life}


def _networks(xp: Any) -> Functions:
    def attention(q: Any, k: Any, v: Any) -> Any:
        scores = xp.einsum("bhqd,bhkd->bhqk", q, k) / 8
        weights = xp.exp(scores - scores.max(axis=-1, keepdims=True))
        weights = weights / weights.sum(axis=-1, keepdims=True)
        return xp.einsum("bhqk,bhkd->bhqd", weights, v)

    def by_einsum(x: Any, w: Any) -> Any:
        height, width = x.shape[1] - 2, x.shape[2] - 2
        y = 0
        for i in range(3):
            for j in range(3):
                part = x[:, i : i + height, j : j + width]
                y = y + xp.einsum("nhwc,co->nhwo", part, w[i, j])
        return y

    def by_windows(x: Any, w: Any) -> Any:
        windows = xp.lib.stride_tricks.sliding_window_view(x, (3, 3), axis=(1, 2))
        return xp.tensordot(windows, w, axes=((3, 4, 5), (2, 0, 1)))

    def products(a: Any, b: Any) -> Any:
        return a @ b

    def network(x: Any, w1: Any, b1: Any, w2: Any, b2: Any, w3: Any, b3: Any) -> Any:
        x = xp.maximum(x @ w1 + b1, 0)
        x = xp.maximum(x @ w2 + b2, 0)
        return x @ w3 + b3

    return {
        "attention": attention,
        "conv-einsum": by_einsum,
        "conv-windows": by_windows,
        "products-16": products,
        **{f"network-{rows}": network for rows in (1, 8, 32)},
    }


def _plain(xp: Any) -> Functions:
    """Functions that memory limits: one pass over 2^20 elements."""
    return {
        "plain-add": lambda x, y: x + y,
        "plain-max": lambda x: x.max(),
        "plain-any": lambda x: x.any(),
        "plain-square": lambda x: xp.square(x),
        "plain-zeros": lambda x: xp.zeros(x.shape, dtype=x.dtype),
    }


@functools.cache
def data() -> dict[str, Arrays]:
    """The arguments of each function."""
    rng = np.random.default_rng(0)

    def normal(*shape: int) -> np.ndarray[Any, Any]:
        return rng.standard_normal(shape, np.float32)

    def between(low: float, high: float, *shape: int) -> np.ndarray[Any, Any]:
        return rng.uniform(low, high, shape).astype(np.float32)

    angles = between(0, 2 * np.pi, 4096, 32)
    options = [between(*limits, 10**6) for limits in ((1, 2), (1, 2), (0.1, 1.1), (0.1, 0.4))]
    sizes = ((784, 128), (128, 64), (64, 10))
    layers = [part for n, m in sizes for part in (normal(n, m) / np.float32(n**0.5), normal(m))]
    picture, x = between(0, 1, 1000, 1000), normal(1 << 20)
    convolved = normal(4, 32, 32, 32), normal(3, 3, 32, 64)
    return {
        "rms-rotary": (normal(4096, 64), normal(64), np.cos(angles), np.sin(angles)),
        "black-scholes": tuple(options),
        "nearest": (normal(2000, 3), normal(2000, 3)),
        "cumsum": (picture,),
        "stencil": (picture,),
        "sobel": (picture,),
        "life": ((picture < 0.3).astype(np.int32),),
        "attention": tuple(normal(2, 8, 128, 64) for _ in range(3)),
        "conv-einsum": convolved,
        "conv-windows": convolved,
        "products-16": (normal(1000, 16, 16), normal(1000, 16, 16)),
        **{f"network-{rows}": (between(0, 1, rows, 784), *layers) for rows in (1, 8, 32)},
        "plain-add": (x, normal(1 << 20)),
        "plain-max": (x,),
        "plain-any": (np.zeros(1 << 20, np.bool_),),  # one that is true would end NumPy's search
        "plain-square": (x,),
        "plain-zeros": (x,),
    }


def checked_calls(
    made: Functions,
    placed: Callable[[Any], Any],
    ended: Callable[[Any], Any],
    names: Collection[str] = (),
) -> Calls:
    """A call of each function, which has been made once and checked.

    Args:
        made: the functions by name, compiled.
        placed: takes an array to where the peer has it.
        ended: waits for what a function returned, and returns it.
        names: of the functions to call; all that are made if it is empty.
    """
    calls: Calls = {}
    for name in names or made:
        run = functools.partial(made[name], *map(placed, data()[name]))
        calls[name] = lambda run=run: ended(run())
        checked(name, calls[name]())
    return calls


def checked(name: str, found: Any) -> None:
    """Raises unless a peer computed the function.

    Of points that are nearly as close as the nearest one, any may have been found.

    Raises:
        AssertionError: it did not.
    """
    given = data()[name]
    expected = functions(np, erf_of_numpy)[name](*given)
    if name == "nearest":
        points, others = given
        found, expected = (
            ((points - others[np.asarray(at)]) ** 2).sum(-1) for at in (found, expected)
        )
    one = not isinstance(expected, tuple)
    for part, wanted in zip(*(([v] if one else v) for v in (found, expected)), strict=True):
        np.testing.assert_allclose(np.asarray(part), wanted, rtol=1e-4, atol=1e-4, err_msg=name)


def timed(calls: Calls, scale: Scale) -> Results:
    """The median time of each call in ms; a call returns when its result is there."""
    return clocks.timed(calls, scale.seconds(0.25, 0.05), warm=3)
