"""Pools: the greatest, the mean or the norm of the elements in windows."""

from __future__ import annotations

from functools import reduce
from types import MappingProxyType
from typing import Any

import numpy as np

from streamrt._onnx.operators.elementwise import like
from streamrt._onnx.operators.given import Given, Rule, Rules
from streamrt._onnx.operators.windows import window_of
from streamrt.errors import ModuleError

__all__ = ["RULES"]


def _one_axis_after_the_other(x: Any, given: Given, function: Any, fill: Any) -> Any:
    """Returns a reduction of windows. It is separable, so each axis is reduced by itself.

    Args:
        x: the array, (N, C, ...).
        given: the node.
        function: reduces two elements to one.
        fill: the padding, which changes no result.
    """
    window = window_of(given, x.shape, given.attribute("kernel_shape"))
    x = window.padded(x, fill)
    for number, axis in enumerate(window.axes):
        index = [slice(None)] * x.ndim
        parts: list[Any] = []
        for place in range(axis.kernel):
            index[number + 2] = axis.part(place)
            parts.append(x[tuple(index)])
        x = reduce(function, parts)
    return x


def _greatest(given: Given) -> Any:
    x = given[0]
    if len([name for name in given.node.outputs if name]) > 1:
        raise ModuleError("the places of the greatest elements, a second result, are not read")
    is_float = np.issubdtype(x.dtype, np.floating)
    least = -np.inf if is_float else np.iinfo(x.dtype).min
    return _one_axis_after_the_other(x, given, np.maximum, least)


def _mean(given: Given) -> Any:
    x = given[0]
    window = window_of(given, x.shape, given.attribute("kernel_shape"))
    with_pads = bool(given.attribute("count_include_pad", 0))
    counts: Any = np.ones((), np.int64)
    for axis in window.axes:
        counts = counts[..., None] * axis.counted(with_pads)
    if (counts == counts.flat[0]).all():
        counts = counts.flat[0]
    return _one_axis_after_the_other(x, given, np.add, 0) / np.asarray(counts).astype(x.dtype)


def _norm(given: Given) -> Any:
    x, p = given[0], given.attribute("p", 2)
    power = like(p, x)
    total = _one_axis_after_the_other(np.power(np.abs(x), power), given, np.add, 0)
    return np.power(total, like(1 / p, x))


def _spatial(x: Any) -> tuple[int, ...]:
    return tuple(range(2, x.ndim))


def _mean_of_all(given: Given) -> Any:
    return np.mean(given[0], axis=_spatial(given[0]), keepdims=True)


def _greatest_of_all(given: Given) -> Any:
    return np.max(given[0], axis=_spatial(given[0]), keepdims=True)


RULES: Rules = MappingProxyType({
    "MaxPool": Rule(_greatest), "AveragePool": Rule(_mean), "LpPool": Rule(_norm),
    "GlobalAveragePool": Rule(_mean_of_all), "GlobalMaxPool": Rule(_greatest_of_all),
})  # fmt: skip
"""The rules of these operators."""
