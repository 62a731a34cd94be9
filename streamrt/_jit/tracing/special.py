"""Functions that NumPy lacks: erf as a ufunc which traces know, and ufuncs of scipy.special.

The rules of the latter follow SciPy's sources (scipy/special: _xlogy.pxd, _convex_analysis.pxd,
_exprel.pxd, _boxcox.pxd and log_exp.h in xsf). SciPy computes a float32 as a float64 and rounds it.
So do the rules that would lose digits otherwise.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from streamrt._ir.program import Builder, Value

__all__ = ["RULES", "erf"]

erf: np.ufunc = np.frompyfunc(math.erf, 1, 1)
"""The error function of each element, for functions of `jit` and `kernel`.

These compile it, to within 1.1 ulp. With NumPy's arrays it is `math.erf` of each element, slow, and
its result is an array of Python's floats. `scipy.special.erf` is compiled to the same.
"""


class _Maker:
    """Makes values like one of the operands, which have one shape and one dtype."""

    def __init__(self, builder: Builder, like: Value) -> None:
        self._builder = builder
        self._like = like

    def __call__(self, name: str, *things: Value | float) -> Value:
        return self._builder.apply(name, *[self._value(each) for each in things])

    def _value(self, thing: Value | float) -> Value:
        if isinstance(thing, int | float):
            return self._builder.full(thing, self._like.dtype.name, self._like.shape)
        return thing

    def cases(self, *cases: tuple[Value, Value | float], other: Value | float) -> Value:
        """Returns the value of the first condition that holds, or else the other one."""
        for condition, value in reversed(cases):
            other = self("where", condition, value, other)
        return self._value(other)


def _x_log(log: str) -> Callable[..., Value]:
    """Returns the rule of x * log(y), which is 0 where x is, except where y is NaN."""

    def rule(builder: Builder, x: Value, y: Value) -> Value:
        b = _Maker(builder, x)
        is_nothing = b("bitwise_and", b("equal", x, 0), b("equal", y, y))
        return b.cases((is_nothing, 0), other=b("multiply", x, b(log, y)))

    return rule


def _entr(builder: Builder, x: Value) -> Value:
    b = _Maker(builder, x)
    inside = b("negative", b("multiply", x, b("log", x)))
    return b.cases((b("equal", x, 0), 0), (b("less", x, 0), -math.inf), other=inside)


def _entropy(is_kl: bool) -> Callable[..., Value]:
    """Returns the rule of x * log(x / y), and with - x + y behind it if it is kl_div."""

    def rule(builder: Builder, x: Value, y: Value) -> Value:
        b = _Maker(builder, x)
        ratio = b("divide", x, y)
        near = b("bitwise_and", b("greater", ratio, 0.5), b("less", ratio, 2))
        fits = b("bitwise_and", b("greater", ratio, sys.float_info.min), b("less", ratio, math.inf))
        log = b.cases(
            (near, b("log1p", b("divide", b("subtract", x, y), y))),
            (fits, b("log", ratio)),
            other=b("subtract", b("log", x), b("log", y)),
        )
        inside = b("multiply", x, log)
        if is_kl:
            inside = b("add", b("subtract", b("multiply", x, b("log", ratio)), x), y)
        return b.cases(
            (b("not_equal", b("add", x, y), b("add", x, y)), math.nan),
            (b("bitwise_and", b("greater", x, 0), b("greater", y, 0)), inside),
            (b("bitwise_and", b("equal", x, 0), b("greater_equal", y, 0)), y if is_kl else 0),
            other=math.inf,
        )

    return _in_f64(rule)


def _huber(builder: Builder, delta: Value, r: Value) -> Value:
    b = _Maker(builder, r)
    size = b("absolute", r)
    inside = b("multiply", 0.5, b("multiply", r, r))
    outside = b("multiply", delta, b("subtract", size, b("multiply", 0.5, delta)))
    return b.cases(
        (b("less", delta, 0), math.inf), (b("less_equal", size, delta), inside), other=outside
    )  # fmt: skip


def _pseudo_huber(builder: Builder, delta: Value, r: Value) -> Value:
    b = _Maker(builder, r)
    share = b("divide", r, delta)
    root = b("expm1", b("multiply", 0.5, b("log1p", b("multiply", share, share))))
    is_nothing = b("bitwise_or", b("equal", delta, 0), b("equal", r, 0))
    return b.cases(
        (b("less", delta, 0), math.inf),
        (is_nothing, 0),
        other=b("multiply", b("multiply", delta, delta), root),
    )


def _exprel(builder: Builder, x: Value) -> Value:
    b = _Maker(builder, x)
    quotient = b("divide", b("expm1", x), x)
    is_small = b("less", b("absolute", x), sys.float_info.epsilon)
    return b.cases((is_small, 1), (b("equal", x, math.inf), x), other=quotient)


def _log_expit(builder: Builder, x: Value) -> Value:
    b = _Maker(builder, x)
    rest = b("log1p", b("exp", b("negative", b("absolute", x))))
    is_below = b("less", x, 0)
    return b.cases((is_below, b("subtract", x, rest)), other=b("negative", rest))


def _boxcox(log: str) -> Callable[..., Value]:
    """Returns the rule of (y ** lambda - 1) / lambda, by way of the logarithm of y."""

    def rule(builder: Builder, x: Value, power: Value) -> Value:
        b = _Maker(builder, x)
        found = b(log, x)
        size = b("absolute", power)
        scaled = b("multiply", power, found)
        large = b("copysign", b("exp", b("subtract", scaled, b("log", size))), power)
        is_small = b("less", size, 1e-19)
        if log == "log1p":
            is_tiny = b(
                "bitwise_and", b("less", b("absolute", found), 1e-289), b("less", size, 1e273)
            )
            is_small = b("bitwise_or", is_small, is_tiny)
        return b.cases(
            (is_small, found),
            (b("less", scaled, 709.78), b("divide", b("expm1", scaled), power)),
            other=b("subtract", large, b("divide", 1, power)),
        )

    return _in_f64(rule)


def _in_f64(rule: Callable[..., Value]) -> Callable[..., Value]:
    def wide(builder: Builder, *values: Value) -> Value:
        return rule(builder, *[builder.apply("cast", value, dtype="f64") for value in values])

    return wide


RULES: Mapping[str, Callable[..., Value]] = {
    "xlogy": _x_log("log"),
    "xlog1py": _x_log("log1p"),
    "entr": _entr,
    "rel_entr": _entropy(False),
    "kl_div": _entropy(True),
    "huber": _huber,
    "pseudo_huber": _pseudo_huber,
    "exprel": _in_f64(_exprel),
    "log_expit": _log_expit,
    "boxcox": _boxcox("log"),
    "boxcox1p": _boxcox("log1p"),
}
"""The rules of some ufuncs of scipy.special, by their names."""
