"""Activations, by the formulas of ONNX (onnx/defs/nn and onnx/defs/math), and softmax."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import numpy as np

from streamrt._onnx.operators.elementwise import choose, erf_of, like
from streamrt._onnx.operators.given import Function, Given, Rule, Rules
from streamrt.errors import ModuleError

__all__ = ["RULES", "sigmoid"]

_SELU_ALPHA = 1.67326319217681884765625
_SELU_GAMMA = 1.05070102214813232421875


def sigmoid(x: Any) -> Any:
    """Returns 1 / (1 + exp(-x)), without an overflow that matters."""
    return like(1, x) / (like(1, x) + np.exp(-x))


def _relu(x: Any) -> Any:
    return np.maximum(x, like(0, x))


def _softplus(x: Any) -> Any:
    return np.maximum(x, like(0, x)) + np.log1p(np.exp(-np.abs(x)))


def _mish(x: Any) -> Any:
    return x * np.tanh(_softplus(x))


def _softsign(x: Any) -> Any:
    return x / (like(1, x) + np.abs(x))


def _hard_swish(x: Any) -> Any:
    return x * np.clip(x / like(6, x) + like(0.5, x), like(0, x), like(1, x))


def _with(function: Callable[..., Any], **defaults: float) -> Function:
    """Returns the rule of an activation with numbers that are attributes."""

    def rule(given: Given) -> Any:
        x = given[0]
        return function(
            x, *[like(given.attribute(name, value), x) for name, value in defaults.items()]
        )

    return rule


def _elu(x: Any, alpha: Any) -> Any:
    return choose(x < 0, alpha * np.expm1(np.minimum(x, like(0, x))), x)


def _selu(x: Any, alpha: Any, gamma: Any) -> Any:
    return gamma * choose(x > 0, x, alpha * np.expm1(np.minimum(x, like(0, x))))


def _celu(x: Any, alpha: Any) -> Any:
    zero = like(0, x)
    return np.maximum(x, zero) + np.minimum(zero, alpha * np.expm1(np.minimum(x, zero) / alpha))


def _hard_sigmoid(x: Any, alpha: Any, beta: Any) -> Any:
    return np.clip(alpha * x + beta, like(0, x), like(1, x))


def _thresholded(x: Any, alpha: Any) -> Any:
    return choose(x > alpha, x, like(0, x))


def _shrunk(x: Any, bias: Any, lambd: Any) -> Any:
    return choose(x < -lambd, x + bias, choose(x > lambd, x - bias, like(0, x)))


def _leaky(x: Any, alpha: Any) -> Any:
    return choose(x < 0, alpha * x, x)


def _by_slope(given: Given) -> Any:
    return _leaky(given[0], given[1])


def _gelu(given: Given) -> Any:
    x, way = given[0], given.attribute("approximate", "none")
    half, one = like(0.5, x), like(1, x)
    if way == "none":
        return half * x * (one + erf_of(x * like(0.7071067811865476, x)))
    if way != "tanh":
        raise ModuleError(f"approximate is {way!r}; it is none or tanh")
    inner = x + like(0.044715, x) * x * x * x
    return half * x * (one + np.tanh(like(0.7978845608028654, x) * inner))


def _softmax(x: Any, axis: int) -> Any:
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def _log_softmax(x: Any, axis: int) -> Any:
    away = x - x.max(axis=axis, keepdims=True)
    return away - np.log(np.exp(away).sum(axis=axis, keepdims=True))


def _hardmax(x: Any, axis: int) -> Any:
    places = np.argmax(x, axis=axis, keepdims=True)
    shape = [1] * x.ndim
    shape[axis] = -1
    is_there = np.equal(np.reshape(np.arange(int(x.shape[axis])), shape), places)
    return is_there.astype(x.dtype)


def _along(function: Callable[[Any, int], Any]) -> Rule:
    return Rule(lambda given: function(given[0], given.attribute("axis", -1)))


RULES: Rules = MappingProxyType({
    "Relu": Rule(_with(_relu)),
    "Sigmoid": Rule(_with(sigmoid)),
    "Softplus": Rule(_with(_softplus)),
    "Softsign": Rule(_with(_softsign)),
    "Mish": Rule(_with(_mish)),
    "HardSwish": Rule(_with(_hard_swish)),
    "LeakyRelu": Rule(_with(_leaky, alpha=0.01)),
    "PRelu": Rule(_by_slope),
    "Elu": Rule(_with(_elu, alpha=1.0)),
    "Selu": Rule(_with(_selu, alpha=_SELU_ALPHA, gamma=_SELU_GAMMA)),
    "Celu": Rule(_with(_celu, alpha=1.0)),
    "HardSigmoid": Rule(_with(_hard_sigmoid, alpha=0.2, beta=0.5)),
    "ThresholdedRelu": Rule(_with(_thresholded, alpha=1.0)),
    "Shrink": Rule(_with(_shrunk, bias=0.0, lambd=0.5)),
    "Gelu": Rule(_gelu),
    "Softmax": _along(_softmax),
    "LogSoftmax": _along(_log_softmax),
    "Hardmax": _along(_hardmax),
})  # fmt: skip
"""The rules of these operators."""
