"""Operators that take elements at places, find places, or depend on them."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import numpy as np

from streamrt._onnx.bounds import check_extents
from streamrt._onnx.operators.elementwise import choose
from streamrt._onnx.operators.given import Given, Rule, Rules
from streamrt._onnx.operators.shapes import each_axis
from streamrt.errors import ModuleError

__all__ = ["RULES"]


def _gathered(given: Given) -> Any:
    return np.take(given[0], given[1], axis=given.attribute("axis", 0))


def _gathered_elements(given: Given) -> Any:
    x, places = given[0], given[1]
    (axis,) = each_axis((given.attribute("axis", 0),), x.ndim)
    if places.ndim != x.ndim:
        raise ModuleError(f"places of {places.ndim} dimensions in an array of {x.ndim}")
    near = [
        slice(None) if number == axis else slice(extent)
        for number, extent in enumerate(places.shape)
    ]
    return np.take_along_axis(x[tuple(near)], places, axis=axis)


def _gathered_parts(given: Given) -> Any:
    x, places, batch = given[0], given[1], given.attribute("batch_dims", 0)
    count = places.shape[-1]
    if not 0 <= batch < places.ndim or batch + count > x.ndim:
        raise ModuleError(f"{count} places in {x.ndim} dimensions, of which {batch} are batches")
    ahead: list[Any] = [
        np.reshape(np.arange(int(x.shape[number])), (-1, *[1] * (places.ndim - 2 - number)))
        for number in range(batch)
    ]
    return x[(*ahead, *[places[..., number] for number in range(count)])]


def _one_hot(given: Given) -> Any:
    places, depth, values = given[0], given.integer(1), given[2]
    axis = given.attribute("axis", -1)
    (axis,) = each_axis((axis,), places.ndim + 1)
    check_extents((*places.shape, depth), "the result")
    numbers = np.reshape(np.arange(depth), (-1, *[1] * (places.ndim - axis)))
    places = np.expand_dims(places.astype(np.int64), axis)
    places = choose(places < 0, places + depth, places)
    return choose(places == numbers, values[1], values[0])


def _top(given: Given) -> Any:
    """Returns the k largest or smallest elements and their places; of equal ones, the first."""
    x, k = given[0], given.integer(1)
    (axis,) = each_axis((given.attribute("axis", -1),), x.ndim)
    extent = x.shape[axis]
    if not 0 <= k <= extent:
        raise ModuleError(f"{k} of {extent} elements")
    if given.attribute("largest", 1):
        order = np.argsort(np.flip(x, axis), axis=axis, kind="stable")
        places = extent - 1 - np.flip(order, axis)
    else:
        places = np.argsort(x, axis=axis, kind="stable")
    first = [slice(None)] * x.ndim
    first[axis] = slice(k)
    places = places[tuple(first)].astype(np.int64)
    return np.take_along_axis(x, places, axis=axis), places


def _place_of(find: Any) -> Rule:
    """Returns the rule of ArgMax or ArgMin."""

    def rule(given: Given) -> Any:
        x, keepdims = given[0], bool(given.attribute("keepdims", 1))
        (axis,) = each_axis((given.attribute("axis", 0),), x.ndim)
        if given.attribute("select_last_index", 0):
            found = x.shape[axis] - 1 - find(np.flip(x, axis), axis=axis)
        else:
            found = find(x, axis=axis)
        found = found.astype(np.int64)
        return np.expand_dims(found, axis) if keepdims else found

    return Rule(rule)


def _summed_up(given: Given) -> Any:
    x = given[0]
    (axis,) = each_axis((given.integer(1),), x.ndim)
    is_reverse = given.attribute("reverse", 0)
    if is_reverse:
        x = np.flip(x, axis)
    found = np.cumsum(x, axis=axis, dtype=x.dtype)
    if given.attribute("exclusive", 0):
        found = found - x
    return np.flip(found, axis) if is_reverse else found


def _triangle(given: Given) -> Any:
    x, k = given[0], given.integer(1)
    return np.triu(x, k) if given.attribute("upper", 1) else np.tril(x, k)


RULES: Rules = MappingProxyType({
    "Gather": Rule(_gathered), "GatherElements": Rule(_gathered_elements),
    "GatherND": Rule(_gathered_parts), "OneHot": Rule(_one_hot, (1,)), "TopK": Rule(_top, (1,)),
    "ArgMax": _place_of(np.argmax), "ArgMin": _place_of(np.argmin),
    "CumSum": Rule(_summed_up, (1,)), "Trilu": Rule(_triangle, (1,)),
})  # fmt: skip
"""The rules of these operators."""
