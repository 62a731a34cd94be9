"""Normalisations of layers, batches, groups and instances, and dropout when nobody trains."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import numpy as np

from streamrt._onnx.operators.elementwise import choose, like
from streamrt._onnx.operators.given import Given, Rule, Rules, as_data
from streamrt._onnx.operators.shapes import each_axis
from streamrt.errors import ModuleError

__all__ = ["RULES"]


def _along_channels(x: Any, ndim: int) -> Any:
    """Returns one number for each channel, (C,), so that it broadcasts to (N, C, ...)."""
    return np.reshape(x, (-1,) + (1,) * (ndim - 2))


def _away(x: Any, axes: tuple[int, ...], epsilon: float) -> tuple[Any, Any, Any]:
    """Returns the normalised elements, their mean, and the inverse of their deviation."""
    mean = np.mean(x, axis=axes, keepdims=True)
    away = x - mean
    variance = np.mean(away * away, axis=axes, keepdims=True)
    inverse = like(1, x) / np.sqrt(variance + like(epsilon, x))
    return away * inverse, mean, inverse


def _computed(x: Any, given: Given) -> Any:
    """Returns an array as float32 if the node asks for that and it is shorter."""
    return x.astype(np.float32) if given.attribute("stash_type", 1) == 1 else x


def _layer(given: Given) -> Any:
    x, scale, bias = given[0], given[1], given.get(2)
    (axis,) = each_axis((given.attribute("axis", -1),), x.ndim)
    axes = tuple(range(axis, x.ndim))
    made, mean, inverse = _away(_computed(x, given), axes, given.attribute("epsilon", 1e-5))
    made = made.astype(x.dtype) * scale
    return made if bias is None else made + bias, mean, inverse


def _batch(given: Given) -> Any:
    x, scale, bias, mean, variance = (given[place] for place in range(5))
    epsilon = given.attribute("epsilon", 1e-5)
    is_training = bool(given.attribute("training_mode", 0))
    moved: tuple[Any, ...] = ()
    if is_training:
        axes = (0, *range(2, x.ndim))
        momentum = given.attribute("momentum", 0.9)
        found = np.mean(x, axis=axes), np.var(x, axis=axes)
        moved = tuple(
            [
                like(momentum, old) * old + like(1 - momentum, old) * new.astype(old.dtype)
                for old, new in zip((mean, variance), found, strict=True)
            ]
        )
        mean, variance = found
    factor = scale / np.sqrt(variance + like(epsilon, variance))
    shift = bias - mean * factor
    made = x * _along_channels(factor, x.ndim) + _along_channels(shift, x.ndim)
    return (made.astype(x.dtype), *moved)


def _instance(given: Given) -> Any:
    x, scale, bias = given[0], given[1], given[2]
    made, _, _ = _away(x, tuple(range(2, x.ndim)), given.attribute("epsilon", 1e-5))
    return made * _along_channels(scale, x.ndim) + _along_channels(bias, x.ndim)


def _group(given: Given) -> Any:
    x, scale, bias = given[0], given[1], given[2]
    groups = given.attribute("num_groups")
    n, channels, *rest = x.shape
    if groups < 1 or channels % groups:
        raise ModuleError(f"{groups} groups of {channels} channels")
    if given.opset < 21:  # one number for each group
        scale, bias = (np.repeat(as_data(each), channels // groups) for each in (scale, bias))
    parts = _computed(np.reshape(x, (n, groups, -1)), given)
    made, _, _ = _away(parts, (2,), given.attribute("epsilon", 1e-5))
    made = np.reshape(made.astype(x.dtype), (n, channels, *rest))
    return made * _along_channels(scale, x.ndim) + _along_channels(bias, x.ndim)


def _by_norm(given: Given) -> Any:
    x, p = given[0], given.attribute("p", 2)
    (axis,) = each_axis((given.attribute("axis", -1),), x.ndim)
    if p not in (1, 2):
        raise ModuleError(f"a norm of order {p}; it is 1 or 2")
    if p == 1:
        norm = np.sum(np.abs(x), axis=axis, keepdims=True)
    else:
        norm = np.sqrt(np.sum(x * x, axis=axis, keepdims=True))
    return choose(norm == 0, like(0, x), x / choose(norm == 0, like(1, x), norm))


def _by_mean_and_variance(given: Given) -> Any:
    x = given[0]
    axes = each_axis(given.attribute("axes", (0, 2, 3)), x.ndim)
    mean = np.mean(x, axis=axes, keepdims=True)
    away = x - mean
    deviation = np.sqrt(np.mean(away * away, axis=axes, keepdims=True))
    return away / (deviation + like(1e-9, x))


def _by_neighbours(given: Given) -> Any:
    """Returns local response normalisation: by the squares of channels nearby."""
    x, size = given[0], given.attribute("size")
    alpha, beta = given.attribute("alpha", 1e-4), given.attribute("beta", 0.75)
    if not 1 <= size <= 64:
        raise ModuleError(f"{size} channels nearby; 1 to 64 are read")
    before = (size - 1) // 2
    widths = [(0, 0), (before, size - 1 - before), *[(0, 0)] * (x.ndim - 2)]
    squares = np.pad(x * x, widths)
    total = sum(squares[:, number : number + x.shape[1]] for number in range(size))
    factor = like(given.attribute("bias", 1.0), x) + like(alpha / size, x) * total
    return x / np.power(factor, like(beta, x))


def _dropout(given: Given) -> Any:
    x = given[0]
    ratio = 0.5 if given.get(1) is None else float(np.ravel(given[1])[0])
    if given.integer(2) and ratio:
        raise ModuleError("it is in training mode, and draws numbers; export it for inference")
    return x, as_data(np.ones((), np.bool_)) | (np.zeros_like(x) != 0)


RULES: Rules = MappingProxyType({
    "LayerNormalization": Rule(_layer), "BatchNormalization": Rule(_batch),
    "InstanceNormalization": Rule(_instance), "GroupNormalization": Rule(_group),
    "LpNormalization": Rule(_by_norm),
    "MeanVarianceNormalization": Rule(_by_mean_and_variance), "LRN": Rule(_by_neighbours),
    "Dropout": Rule(_dropout, (1, 2)),
})  # fmt: skip
"""The rules of these operators."""
