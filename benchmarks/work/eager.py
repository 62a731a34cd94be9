"""Operations of eager arrays: one on 1,000 floats, and ten after each other on 1,000,000."""

from __future__ import annotations

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


UNARY = (
    *("abs", "acos", "asin", "asinh", "atan", "atanh", "ceil", "conj", "cos", "cosh", "exp"),
    *("expm1", "floor", "imag", "isfinite", "isinf", "isnan", "log", "log1p", "log2", "log10"),
    *("logical_not", "negative", "positive", "real", "reciprocal", "round", "sign", "signbit"),
    *("sin", "sinh", "sqrt", "square", "tan", "tanh", "trunc"),
)
BINARY = (
    *("add", "atan2", "copysign", "divide", "equal", "floor_divide", "greater", "greater_equal"),
    *("hypot", "less", "less_equal", "logaddexp", "logical_and", "logical_or", "logical_xor"),
    *("maximum", "minimum", "multiply", "not_equal", "pow", "remainder", "subtract"),
)
REDUCTIONS = (
    *("all", "any", "argmax", "argmin", "count_nonzero", "max", "mean", "min", "prod", "std"),
    *("sum", "var"),
)
OTHERS: dict[str, Callable[[Any, Any, Any, Any], Any]] = {
    "acosh": lambda m, x, y, i: m.acosh(y),
    "astype": lambda m, x, y, i: x.astype(np.float64) if m is np else m.astype(x, np.float64),
    "bitwise_and": lambda m, x, y, i: m.bitwise_and(i, i),
    "bitwise_invert": lambda m, x, y, i: m.bitwise_invert(i),
    "bitwise_left_shift": lambda m, x, y, i: m.bitwise_left_shift(i, i),
    "bitwise_or": lambda m, x, y, i: m.bitwise_or(i, i),
    "bitwise_right_shift": lambda m, x, y, i: m.bitwise_right_shift(i, i),
    "bitwise_xor": lambda m, x, y, i: m.bitwise_xor(i, i),
    "clip": lambda m, x, y, i: m.clip(x, 0.25, 0.75),
    "concat": lambda m, x, y, i: m.concat([x, y]),
    "cumulative_prod": lambda m, x, y, i: m.cumulative_prod(x, axis=1),
    "cumulative_sum": lambda m, x, y, i: m.cumulative_sum(x, axis=1),
    "diff": lambda m, x, y, i: m.diff(x),
    "full": lambda m, x, y, i: m.full(x.shape, 2.0, dtype=np.float32),
    "full_like": lambda m, x, y, i: m.full_like(x, 2.0),
    "linalg.outer": lambda m, x, y, i: m.linalg.outer(x[0], y[0]),
    "linalg.trace": lambda m, x, y, i: m.linalg.trace(x),
    "linalg.vector_norm": lambda m, x, y, i: m.linalg.vector_norm(x),
    "fft.fftshift": lambda m, x, y, i: m.fft.fftshift(x),
    "fft.ifftshift": lambda m, x, y, i: m.fft.ifftshift(x),
    "matmul": lambda m, x, y, i: m.matmul(x, y),
    "meshgrid": lambda m, x, y, i: m.meshgrid(x[0], y[0])[0],
    "ones": lambda m, x, y, i: m.ones(x.shape, dtype=np.float32),
    "ones_like": lambda m, x, y, i: m.ones_like(x),
    "roll": lambda m, x, y, i: m.roll(x, 5),
    "stack": lambda m, x, y, i: m.stack([x, y]),
    "take": lambda m, x, y, i: m.take(x, i[0], axis=0),
    "take_along_axis": lambda m, x, y, i: m.take_along_axis(x, i, axis=1),
    "tensordot": lambda m, x, y, i: m.tensordot(x, y, axes=1),
    "tile": lambda m, x, y, i: m.tile(x[0], (512, 2)),
    "tril": lambda m, x, y, i: m.tril(x),
    "triu": lambda m, x, y, i: m.triu(x),
    "vecdot": lambda m, x, y, i: m.vecdot(x, y),
    "where": lambda m, x, y, i: m.where(x < 0.5, x, y),
    "zeros": lambda m, x, y, i: m.zeros(x.shape, dtype=np.float32),
    "zeros_like": lambda m, x, y, i: m.zeros_like(x),
}
"""Calls that are not those of one or two arrays of floats: x from 0 to 1, y from 1 to 2, and i from
0 to 30."""

SIDE = 1024
"""The extent of both axes of the arrays that functions are timed with."""


def functions(m: Any) -> dict[str, Callable[[Any, Any, Any], Any]]:
    """Returns a call of each native function, of a namespace or of NumPy."""

    def made(function: Callable[[Any, Any, Any, Any], Any]) -> Callable[[Any, Any, Any], Any]:
        return lambda x, y, i: function(m, x, y, i)

    found: dict[str, Callable[[Any, Any, Any], Any]] = {}
    for name in (*UNARY, *REDUCTIONS):
        found[name] = made(lambda m, x, y, i, name=name: getattr(m, name)(x))  # type: ignore[misc]
    for name in BINARY:
        found[name] = made(lambda m, x, y, i, name=name: getattr(m, name)(x, y))  # type: ignore[misc]
    return found | {name: made(function) for name, function in OTHERS.items()}


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
