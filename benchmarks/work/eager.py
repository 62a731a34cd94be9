"""Operations of eager arrays: one on 1,000 floats, and ten after each other on 1,000,000."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.scale import Scale
from benchmarks.work import calls, clocks
from benchmarks.work.clocks import Results

SMALL, LARGE = 1000, 1_000_000


def numbers(size: int) -> np.ndarray[Any, Any]:
    """The elements of an operand."""
    return np.linspace(-2.0, 2.0, size, dtype=np.float32)


def chain(tanh: Callable[[Any], Any], x: Any, y: Any) -> Any:
    """Ten operations, each of which is one pass over memory where it is eager."""
    u = x * y + x - y
    t = tanh(u * 0.5)
    v = (1.0 - t * t) * x
    return (v + t) * y


async def timed(
    add: Callable[[], object], ten: Callable[[], object], settled: calls.Settled, scale: Scale
) -> Results:
    """The rows of a library.

    Args:
        add: adds two arrays of `SMALL` elements.
        ten: runs the chain on arrays of `LARGE` elements, and returns when its result is there.
        settled: awaits all additions before it.
        scale: how long to measure.
    """
    return {
        "eager-op": await calls.back_to_back(add, settled, scale),
        "eager-chain": chain_time(ten, scale),
    }


CALLS: dict[str, Callable[[Any, Any, Any, Any], Any]] = {
    "abs acos asin asinh atan atanh ceil conj cos cosh exp expm1 floor imag isfinite isinf isnan": (
        lambda f, x, y, i: f(x)
    ),
    "log log1p log2 log10 logical_not negative positive real reciprocal round sign signbit": (
        lambda f, x, y, i: f(x)
    ),
    "sin sinh sqrt square tan tanh trunc": lambda f, x, y, i: f(x),
    "all any argmax argmin count_nonzero max mean min prod std sum var": lambda f, x, y, i: f(x),
    "diff fft.fftshift fft.ifftshift linalg.trace linalg.vector_norm": lambda f, x, y, i: f(x),
    "ones_like tril triu zeros_like": lambda f, x, y, i: f(x),
    "add atan2 copysign divide equal floor_divide greater greater_equal hypot less less_equal": (
        lambda f, x, y, i: f(x, y)
    ),
    "logaddexp logical_and logical_or logical_xor maximum minimum multiply not_equal pow": (
        lambda f, x, y, i: f(x, y)
    ),
    "remainder subtract matmul vecdot": lambda f, x, y, i: f(x, y),
    "bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift": (
        lambda f, x, y, i: f(i, i)
    ),
    "bitwise_invert": lambda f, x, y, i: f(i),
    "acosh": lambda f, x, y, i: f(y),
    "astype": lambda f, x, y, i: f(x, np.float64),
    "clip": lambda f, x, y, i: f(x, 0.25, 0.75),
    "concat stack": lambda f, x, y, i: f([x, y]),
    "cumulative_prod cumulative_sum": lambda f, x, y, i: f(x, axis=1),
    "full": lambda f, x, y, i: f(x.shape, 2.0, dtype=np.float32),
    "full_like": lambda f, x, y, i: f(x, 2.0),
    "linalg.outer": lambda f, x, y, i: f(x[0], y[0]),
    "meshgrid": lambda f, x, y, i: f(x[0], y[0])[0],
    "ones zeros": lambda f, x, y, i: f(x.shape, dtype=np.float32),
    "roll": lambda f, x, y, i: f(x, 5),
    "take": lambda f, x, y, i: f(x, i[0], axis=0),
    "take_along_axis": lambda f, x, y, i: f(x, i, axis=1),
    "tensordot": lambda f, x, y, i: f(x, y, axes=1),
    "tile": lambda f, x, y, i: f(x[0], (512, 2)),
    "where": lambda f, x, y, i: f(x < 0.5, x, y),
}
"""The calls of native functions: x from 0 to 1, y from 1 to 2, and i from 0 to 30."""

SIDE = 1024
"""The extent of both axes of the arrays that functions are timed with."""


def functions(m: Any) -> dict[str, Callable[[Any, Any, Any], Any]]:
    """Returns a call of each native function, of a namespace or of NumPy."""
    return {
        name: functools.partial(call, operator.attrgetter(name)(m))
        for names, call in CALLS.items()
        for name in names.split()
    }


def operands() -> tuple[np.ndarray[Any, Any], ...]:
    """The operands of functions."""
    rng = np.random.default_rng(0)
    x = rng.random((SIDE, SIDE), np.float32)
    return x, x[::-1] + np.float32(1), rng.integers(0, 31, (SIDE, SIDE))


def function_times(calls: dict[str, Callable[[], object]], scale: Scale) -> Results:
    """The median time of each function in ms; a call returns when its result is there."""
    named = {f"eager-{name.replace('.', '-')}": call for name, call in calls.items()}
    return clocks.timed(named, scale.seconds(0.05, 0.02), warm=1)


def chain_time(ten: Callable[[], object], scale: Scale) -> float:
    """The median time of a chain in ms."""
    return clocks.timed({"": ten}, scale.seconds(0.5, 0.15), warm=3)[""]
