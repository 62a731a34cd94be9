"""NumPy's ufuncs, as operations of programs.

A ufunc that is an operation takes that; the others are compositions of operations, written here.
Each rule gets operands of one shape, in the dtypes in which NumPy computes.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np

from streamrt._compile.signatures.dtypes import DType
from streamrt._ir.ops import OPS, Op, op
from streamrt._ir.program import Builder, Value
from streamrt._jit.tracing import special

__all__ = ["BY_NAME", "RULES", "Rule", "is_traced", "operation_of", "rule_of_scipy", "truth"]

Rule: TypeAlias = "Callable[..., Value | tuple[Value, ...]]"
"""Makes the result of a ufunc, or its results, from a builder and the operands."""


def _plain(name: str) -> Rule:
    """Returns the rule of a ufunc that is an operation."""

    def rule(b: Builder, *values: Value) -> Value:
        return b.apply(name, *values)

    return rule


def truth(b: Builder, value: Value) -> Value:
    """Returns whether each element differs from zero."""
    if value.dtype.kind == "b":
        return value
    if value.dtype.name == "f16":
        return b.apply("cast", value, dtype="bool")
    return b.apply("not_equal", value, _number(b, 0, value))


def _number(b: Builder, number: float, like: Value) -> Value:
    return b.full(number, like.dtype.name, like.shape)


def _same(b: Builder, value: Value) -> Value:
    del b
    return value


def _of_floats(name: str) -> Rule:
    """Returns the rule of a rounding, which leaves integers and bools as they are."""

    def rule(b: Builder, value: Value) -> Value:
        return b.apply(name, value) if value.dtype.kind == "f" else value

    return rule


def _predicate(name: str, of_integers: bool) -> Rule:
    def rule(b: Builder, value: Value) -> Value:
        if value.dtype.kind == "f":
            return b.apply(name, value)
        return b.full(of_integers, "bool", value.shape)

    return rule


def _signbit(b: Builder, value: Value) -> Value:
    if value.dtype.kind == "f":
        return b.apply("signbit", value)
    return b.apply("less", value, _number(b, 0, value))


def _absolute(b: Builder, value: Value) -> Value:
    return value if value.dtype.kind in "bu" else b.apply("absolute", value)


def _logical(name: str) -> Rule:
    def rule(b: Builder, *values: Value) -> Value:
        return b.apply(name, *[truth(b, value) for value in values])

    return rule


def _comparison(name: str) -> Rule:
    """Returns the rule of a comparison, also of an i64 with a u64, which have no common dtype."""
    holds_below_zero = name in ("less", "less_equal", "not_equal")
    swapped = {"less": "greater", "less_equal": "greater_equal"}
    swapped |= {other: mine for mine, other in swapped.items()}

    def rule(b: Builder, left: Value, right: Value) -> Value:
        if left.dtype is right.dtype:
            return b.apply(name, left, right)
        if left.dtype.kind == "u":
            return _comparison(swapped.get(name, name))(b, right, left)  # type: ignore[return-value]
        below = b.apply("less", left, _number(b, 0, left))
        inside = b.apply(name, b.apply("cast", left, dtype="u64"), right)
        if holds_below_zero:
            return b.apply("bitwise_or", below, inside)
        return b.apply("bitwise_and", b.apply("invert", below), inside)

    return rule


def _divmod(b: Builder, left: Value, right: Value) -> tuple[Value, ...]:
    return b.apply("floor_divide", left, right), b.apply("remainder", left, right)


def _modf(b: Builder, value: Value) -> tuple[Value, ...]:
    whole = b.apply("trunc", value)
    is_whole = b.apply("equal", value, whole)  # also an infinity, whose difference is NaN
    rest = b.apply("where", is_whole, _number(b, 0, value), b.apply("subtract", value, whole))
    return b.apply("copysign", rest, value), whole


def _scaled(factor: float) -> Rule:
    def rule(b: Builder, value: Value) -> Value:
        return b.apply("multiply", value, _number(b, factor, value))

    return rule


def _heaviside(b: Builder, value: Value, at_zero: Value) -> Value:
    zero, one = _number(b, 0, value), _number(b, 1, value)
    step = b.apply("where", b.apply("less", value, zero), zero, one)
    step = b.apply("where", b.apply("equal", value, zero), at_zero, step)
    return b.apply("where", b.apply("isnan", value), value, step)


def _logaddexp(exp: str, log: str, log_of_two: float) -> Rule:
    """Returns log(exp(x) + exp(y)), by way of the greater one, as NumPy computes it."""

    def rule(b: Builder, left: Value, right: Value) -> Value:
        distance = b.apply("subtract", left, right)
        greater = b.apply("maximum", left, right)
        small = b.apply(exp, b.apply("negative", b.apply("absolute", distance)))
        rest = b.apply(log, small)
        if exp == "exp2":
            rest = b.apply("multiply", rest, _number(b, 1 / math.log(2), left))
        made = b.apply("add", greater, rest)
        # Equal infinities have no distance.
        equal = b.apply("add", left, _number(b, log_of_two, left))
        return b.apply("where", b.apply("equal", left, right), equal, made)

    return rule


def _logit(b: Builder, value: Value) -> Value:
    """Returns log(x / (1 - x)), by way of twice the distance from a half near that, as SciPy."""
    one = _number(b, 1, value)
    far = b.apply("log", b.apply("divide", value, b.apply("subtract", one, value)))
    double = b.apply("subtract", b.apply("add", value, value), one)
    near = b.apply("log1p", double), b.apply("log1p", b.apply("negative", double))
    is_far = b.apply("greater", b.apply("absolute", double), _number(b, 0.35, value))
    return b.apply("where", is_far, far, b.apply("subtract", *near))


def _table() -> dict[np.ufunc, Rule]:
    found: dict[np.ufunc, Rule] = {}
    for name in ("less", "less_equal", "greater", "greater_equal", "equal", "not_equal"):
        found[getattr(np, name)] = _comparison(name)
    for name in ("floor", "ceil", "trunc"):
        found[getattr(np, name)] = _of_floats(name)
    found |= {
        np.absolute: _absolute,
        np.positive: _same,
        np.conjugate: _same,
        np.isnan: _predicate("isnan", False),
        np.isinf: _predicate("isinf", False),
        np.isfinite: _predicate("isfinite", True),
        np.signbit: _signbit,
        np.logical_and: _logical("bitwise_and"),
        np.logical_or: _logical("bitwise_or"),
        np.logical_xor: _logical("bitwise_xor"),
        np.logical_not: _logical("invert"),
        np.divmod: _divmod,
        np.modf: _modf,
        np.deg2rad: _scaled(math.pi / 180),
        np.radians: _scaled(math.pi / 180),
        np.rad2deg: _scaled(180 / math.pi),
        np.degrees: _scaled(180 / math.pi),
        np.heaviside: _heaviside,
        np.logaddexp: _logaddexp("exp", "log1p", math.log(2)),
        np.logaddexp2: _logaddexp("exp2", "log1p", 1.0),
        special.erf: _plain("erf"),
    }
    return found


RULES: Mapping[np.ufunc, Rule] = _table()
"""The rule of each ufunc of NumPy that is more than one operation, or not always the same one."""

_OF_BOOLS = {
    "add": "bitwise_or", "multiply": "bitwise_and", "maximum": "bitwise_or",
    "minimum": "bitwise_and", "fmax": "bitwise_or", "fmin": "bitwise_and",
}  # fmt: skip
_OTHER_NAMES: dict[np.ufunc, str] = {np.fabs: "absolute", np.float_power: "power"}
_OPERATIONS = {each.ufunc: each for each in OPS if each.ufunc is not None}


def operation_of(ufunc: np.ufunc, inputs: tuple[DType, ...]) -> Op | None:
    """Returns the operation that a ufunc is for such operands; None if it is none."""
    if ufunc in RULES and (len(inputs) == 1 or inputs[0] is not inputs[1]):
        return None
    name = _OTHER_NAMES.get(ufunc)
    found = op(name) if name else _OPERATIONS.get(ufunc)
    if found is not None and inputs[0].kind == "b":
        found = op(_OF_BOOLS.get(found.name, found.name))
    return found


BY_NAME: Mapping[str, Rule] = {
    "erf": _plain("erf"),
    "expit": _plain("logistic"),
    "logit": _logit,
    **special.RULES,
}
"""The rules of ufuncs of scipy.special, which is not imported for it."""


def rule_of_scipy(ufunc: np.ufunc) -> Rule | None:
    """Returns the rule of a ufunc of scipy.special; None if it has none, or is another one."""
    name = ufunc.__name__
    found = BY_NAME.get(name)
    scipy = sys.modules.get("scipy.special") if found is not None else None
    return found if scipy is not None and vars(scipy).get(name) is ufunc else None


def is_traced(ufunc: np.ufunc) -> bool:
    """Returns whether programs have a ufunc, for some dtypes."""
    is_numpys = ufunc in RULES or ufunc in _OPERATIONS or ufunc in _OTHER_NAMES
    return is_numpys or rule_of_scipy(ufunc) is not None
