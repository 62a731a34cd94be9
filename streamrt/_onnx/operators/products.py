"""Products of matrices, and convolutions, which are products of patches."""

from __future__ import annotations

from math import prod
from types import MappingProxyType
from typing import Any

import numpy as np

from streamrt._onnx.operators.elementwise import like
from streamrt._onnx.operators.given import Given, Rule, Rules
from streamrt._onnx.operators.windows import Window, window_of
from streamrt.errors import ModuleError

__all__ = ["RULES"]


def _product(given: Given) -> Any:
    return np.matmul(given[0], given[1])


def _general_product(given: Given) -> Any:
    a, b, c = given[0], given[1], given.get(2)
    alpha, beta = given.attribute("alpha", 1.0), given.attribute("beta", 1.0)
    made = np.matmul(
        a.T if given.attribute("transA", 0) else a, b.T if given.attribute("transB", 0) else b
    )
    if alpha != 1:
        made = made * like(alpha, made)
    if c is None or beta == 0:
        return made
    return made + (c if beta == 1 else c * like(beta, made))


def _einsum(given: Given) -> Any:
    return np.einsum(given.attribute("equation").replace(" ", ""), *given.values)


def _convolution(given: Given) -> Any:
    """Returns a convolution of x (N, C, ...) with kernels (M, C / groups, ...)."""
    x, kernels, bias = given[0], given[1], given.get(2)
    groups = given.attribute("group", 1)
    shape = given.attribute("kernel_shape", kernels.shape[2:])
    is_fitting = kernels.ndim == x.ndim and kernels.shape[2:] == shape and groups >= 1
    if not is_fitting or kernels.shape[1] * groups != x.shape[1] or kernels.shape[0] % groups:
        raise ModuleError(
            f"kernels {list(kernels.shape)} of shape {list(shape)} in {groups} groups on an array "
            f"{list(x.shape)}"
        )
    window = window_of(given, x.shape, shape)
    x = window.padded(x, 0)
    made = _of_planes if kernels.shape[1] == 1 and groups > 1 else _of_patches
    found = made(x, kernels, window, groups)
    return found if bias is None else found + np.reshape(bias, (-1, *[1] * len(shape)))


def _of_planes(x: Any, kernels: Any, window: Window, groups: int) -> Any:
    """Returns a convolution in which each plane has kernels of its own: a sum of products."""
    if kernels.shape[0] > groups:
        x = np.repeat(x, kernels.shape[0] // groups, axis=1)
    flat = np.reshape(kernels, (kernels.shape[0], -1, *[1] * len(window.axes)))
    terms = [part * flat[:, place] for place, part in enumerate(window.parts(x))]
    return sum(terms[1:], terms[0])


def _of_patches(x: Any, kernels: Any, window: Window, groups: int) -> Any:
    """Returns a convolution as a product of kernels with the patches that windows show."""
    n, many = x.shape[0], kernels.shape[0]
    per_group, places, counts = kernels.shape[1], prod(kernels.shape[2:]), window.counts
    split = (n, groups, per_group, 1, prod(counts))
    parts = [np.reshape(part, split) for part in window.parts(x)]
    joined = parts[0] if len(parts) == 1 else np.concatenate(parts, axis=3)
    patches = np.reshape(joined, (n, groups, per_group * places, prod(counts)))
    rows = np.reshape(kernels, (groups, many // groups, per_group * places))
    return np.reshape(np.matmul(rows, patches), (n, many, *counts))


RULES: Rules = MappingProxyType({
    "MatMul": Rule(_product), "Gemm": Rule(_general_product), "Einsum": Rule(_einsum),
    "Conv": Rule(_convolution),
})  # fmt: skip
"""The rules of these operators."""
