"""Reductions: sums, means, products, extremes and norms over axes."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np

from streamrt._onnx.operators.elementwise import choose, like
from streamrt._onnx.operators.given import Given, Rule, Rules, filled
from streamrt._onnx.operators.shapes import each_axis

__all__ = ["RULES"]

Reduction: TypeAlias = Callable[[Any, tuple[int, ...], bool], Any]


def _reduction(function: Reduction, *, of_none: float | None = None) -> Rule:
    """Returns the rule of a reduction.

    Args:
        function: reduces an array over axes, which may keep an extent of 1.
        of_none: the result for no elements, where NumPy has none.
    """

    def rule(given: Given) -> Any:
        x, axes = given[0], given.axes(1)
        keepdims = bool(given.attribute("keepdims", 1))
        if not axes and given.attribute("noop_with_empty_axes", 0):
            return function(x, (), True) if x.ndim else x
        found = each_axis(axes or tuple(range(x.ndim)), x.ndim)
        if of_none is not None and any(x.shape[axis] == 0 for axis in found):
            shape = [
                1 if axis in found else extent
                for axis, extent in enumerate(x.shape)
                if keepdims or axis not in found
            ]
            return filled(shape, np.asarray(_bounded(of_none, x.dtype)), "the result")
        return function(x, found, keepdims)

    return Rule(rule, (1,))


def _bounded(number: float, dtype: np.dtype[Any]) -> Any:
    """Returns a number in a dtype; an infinity is the greatest or the least of integers."""
    if dtype.kind == "f":
        return np.asarray(number, dtype)
    if dtype.kind == "b":
        return np.asarray(number > 0)
    info = np.iinfo(dtype)
    return np.asarray(info.max if number > 0 else info.min, dtype)


def _sum(x: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
    return np.sum(x, axis=axes, keepdims=keepdims, dtype=x.dtype)


def _product(x: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
    return np.prod(x, axis=axes, keepdims=keepdims, dtype=x.dtype)


def _mean(x: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
    return np.mean(x, axis=axes, keepdims=keepdims).astype(x.dtype)


def _greatest(x: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
    return np.max(x, axis=axes, keepdims=keepdims)


def _least(x: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
    return np.min(x, axis=axes, keepdims=keepdims)


def _norm_1(x: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
    return _sum(np.abs(x), axes, keepdims)


def _squares(x: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
    return _sum(x * x, axes, keepdims)


def _norm_2(x: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
    return np.sqrt(_squares(x, axes, keepdims)).astype(x.dtype)


def _log_sum(x: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
    return np.log(_sum(x, axes, keepdims)).astype(x.dtype)


def _log_sum_exp(x: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
    """Returns log(sum(exp(x))), in which the greatest element is taken out of the sum."""
    most = np.max(x, axis=axes, keepdims=True)
    most = choose(np.isfinite(most), most, like(0, x))
    total = np.log(_sum(np.exp(x - most), axes, True)) + most
    return (total if keepdims else np.squeeze(total, axis=axes)).astype(x.dtype)


RULES: Rules = MappingProxyType({
    "ReduceSum": _reduction(_sum), "ReduceProd": _reduction(_product),
    "ReduceMean": _reduction(_mean), "ReduceMax": _reduction(_greatest, of_none=-np.inf),
    "ReduceMin": _reduction(_least, of_none=np.inf), "ReduceL1": _reduction(_norm_1),
    "ReduceL2": _reduction(_norm_2), "ReduceSumSquare": _reduction(_squares),
    "ReduceLogSum": _reduction(_log_sum),
    "ReduceLogSumExp": _reduction(_log_sum_exp, of_none=-np.inf),
})  # fmt: skip
"""The rules of these operators."""
