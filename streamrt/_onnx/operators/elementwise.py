"""Operators that compute each element by itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from types import MappingProxyType
from typing import Any

import numpy as np

from streamrt._jit.tracing.special import erf
from streamrt._onnx.dtypes import dtype_of_number
from streamrt._onnx.operators.given import Function, Given, Rule, Rules, is_known
from streamrt.errors import ModuleError

__all__ = ["RULES", "choose", "erf_of", "like"]

_where: Any = np.where  # whose type says nothing of tracers


def like(number: float, x: Any) -> Any:
    """Returns a number with the dtype of an array."""
    return np.asarray(number, x.dtype)


def choose(condition: Any, x: Any, y: Any) -> Any:
    """Returns the elements of x where a condition holds, and those of y elsewhere."""
    return _where(condition, x, y)


def erf_of(x: Any) -> Any:
    """Returns the error function, also of known values, for which `erf` gives Python's floats."""
    return np.asarray(erf(x), x.dtype) if is_known(x) else erf(x)


def _of_one(function: Callable[[Any], Any]) -> Function:
    return lambda given: function(given[0])


def _of_two(function: Callable[[Any, Any], Any]) -> Function:
    return lambda given: function(given[0], given[1])


def _of_many(function: Callable[[Any, Any], Any]) -> Function:
    return lambda given: reduce(function, given.values)


def _mean(given: Given) -> Any:
    total = reduce(np.add, given.values)
    return total / like(len(given.values), total)


def _is_float(x: Any) -> bool:
    return bool(np.issubdtype(x.dtype, np.floating))


def _divided(x: Any, y: Any) -> Any:
    """Returns the quotient; of integers it is cut towards zero, as in C."""
    if _is_float(x):
        return np.true_divide(x, y)
    found = np.floor_divide(x, y)
    if np.issubdtype(x.dtype, np.unsignedinteger):
        return found
    is_below = np.logical_and((x < 0) != (y < 0), found * y != x)
    return found + is_below.astype(x.dtype)


def _power(x: Any, y: Any) -> Any:
    """Returns a power, with the dtype of the base."""
    if is_known(y) and y.size == 1 and not is_known(x) and _is_float(x):
        special: dict[float, Callable[[], Any]] = {2.0: lambda: x * x, 0.5: lambda: np.sqrt(x)}
        simple = special.get(float(y.reshape(())))
        if simple is not None:
            shape = np.broadcast_shapes(x.shape, y.shape)
            return np.broadcast_to(simple(), shape) if shape != x.shape else simple()
    if not _is_float(x) and _is_float(y):
        return np.power(x.astype(np.float64), y).astype(x.dtype)
    return np.power(x, y.astype(x.dtype))


def _remainder(given: Given) -> Any:
    x, y = given[0], given[1]
    return np.fmod(x, y) if given.attribute("fmod", 0) else np.remainder(x, y)


def _shifted(given: Given) -> Any:
    x, y = given[0], given[1]
    shift = {"LEFT": np.left_shift, "RIGHT": np.right_shift}.get(given.attribute("direction"))
    if shift is None:
        raise ModuleError(f"the direction is {given.attribute('direction')!r}; LEFT or RIGHT")
    return shift(x, y)


def _clipped(given: Given) -> Any:
    x, least, most = given[0], given.get(1), given.get(2)
    if least is not None:
        x = np.maximum(x, least)
    return x if most is None else np.minimum(x, most)


def _cast(x: Any, dtype: np.dtype[Any]) -> Any:
    return x != 0 if dtype == np.bool_ and x.dtype != np.bool_ else x.astype(dtype)


def _cast_to(given: Given) -> Any:
    return _cast(given[0], dtype_of_number(given.attribute("to"), "to"))


def _infinite(given: Given) -> Any:
    x = given[0]
    positive, negative = (given.attribute(f"detect_{s}", 1) for s in ("positive", "negative"))
    if positive and negative:
        return np.isinf(x)
    wanted = [sign for sign, is_wanted in ((np.inf, positive), (-np.inf, negative)) if is_wanted]
    return x == like(wanted[0], x) if wanted else np.isinf(x) & False


def _chosen(given: Given) -> Any:
    return choose(given[0], given[1], given[2])


_OF_ONE: dict[str, Callable[[Any], Any]] = {
    "Abs": np.abs, "Acos": np.arccos, "Acosh": np.arccosh, "Asin": np.arcsin, "Asinh": np.arcsinh,
    "Atan": np.arctan, "Atanh": np.arctanh, "BitwiseNot": np.invert, "Ceil": np.ceil, "Cos": np.cos,
    "Cosh": np.cosh, "Erf": erf_of, "Exp": np.exp, "Floor": np.floor, "Identity": lambda x: x,
    "IsNaN": np.isnan, "Log": np.log, "Neg": np.negative, "Not": np.logical_not,
    "Reciprocal": np.reciprocal, "Round": np.rint, "Sign": np.sign, "Sin": np.sin, "Sinh": np.sinh,
    "Sqrt": np.sqrt, "Tan": np.tan, "Tanh": np.tanh,
}  # fmt: skip

_OF_TWO: dict[str, Callable[[Any, Any], Any]] = {
    "Add": np.add, "And": np.logical_and, "BitwiseAnd": np.bitwise_and,
    "BitwiseOr": np.bitwise_or, "BitwiseXor": np.bitwise_xor, "Div": _divided, "Equal": np.equal,
    "Greater": np.greater, "GreaterOrEqual": np.greater_equal, "Less": np.less,
    "LessOrEqual": np.less_equal, "Mul": np.multiply, "Or": np.logical_or, "Pow": _power,
    "Sub": np.subtract, "Xor": np.logical_xor,
    "CastLike": lambda x, y: _cast(x, y.dtype),
}  # fmt: skip

RULES: Rules = MappingProxyType({
    **{name: Rule(_of_one(function)) for name, function in _OF_ONE.items()},
    **{name: Rule(_of_two(function)) for name, function in _OF_TWO.items()},
    "Max": Rule(_of_many(np.maximum)), "Min": Rule(_of_many(np.minimum)),
    "Sum": Rule(_of_many(np.add)), "Mean": Rule(_mean), "Mod": Rule(_remainder),
    "BitShift": Rule(_shifted), "Clip": Rule(_clipped), "Cast": Rule(_cast_to),
    "IsInf": Rule(_infinite), "Where": Rule(_chosen),
})  # fmt: skip
"""The rules of these operators."""
