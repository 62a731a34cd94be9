"""Five functions whose kernels have all kinds, and the forms of these kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from streamrt._compile.signatures.layout import dense_strides
from streamrt._ir.loops import Loops
from streamrt._ir.lower import lower
from streamrt._ir.passes import optimise
from streamrt._jit.tracing.trace import trace
from streamrt._jit.tracing.traced import Spec


def axpy(x: Any, y: Any, alpha: Any) -> Any:
    return alpha * x + y


def softmax(x: Any) -> Any:
    powers = np.exp(x - x.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def digits(x: Any, y: Any) -> Any:
    """Integers, of which no operation may be undefined, and a reduction along columns."""
    return ((x // y) << (x % 7)).max(axis=0), x.astype(np.float32).argmin(axis=0)


def norm(x: Any) -> Any:
    """A long reduction, in blocks."""
    return np.sqrt((x * x).sum())


def layer(x: Any, w: Any, b: Any) -> Any:
    return np.maximum(x @ w + b, 0)


F32 = "f32"
FUNCTIONS: dict[Callable[..., Any], list[Spec]] = {
    axpy: [Spec(F32, (1000,)), Spec(F32, (1000,)), Spec(F32, (), is_scalar=True)],
    softmax: [Spec(F32, (20, 300))],
    digits: [Spec("i32", (40, 50)), Spec("i32", (50,))],
    norm: [Spec("f64", (100_000,))],
    layer: [Spec(F32, (100, 200)), Spec(F32, (200, 300)), Spec(F32, (300,))],
}


def forms_of(function: Callable[..., Any]) -> list[Loops]:
    """The forms of a function's kernels, in order."""
    specs = FUNCTIONS[function]
    traced = trace(function, specs, lambda args: (tuple(args), {}), name="f", site="here")
    strides = [dense_strides(spec.shape, int(spec.dtype[1:]) // 8) for spec in specs]
    steps = lower(optimise(traced.program), strides).steps
    return [step.form for step in steps if step.form is not None]
