"""The texts of five functions, as people would read them.

`python tests/ir/test_cuda_texts.py` writes them again; look at what changed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from streamrt._compile.layout import dense_strides
from streamrt._ir.cuda.emit import emit
from streamrt._ir.lower import lower
from streamrt._ir.passes import optimise
from streamrt._jit.trace import Spec, trace

HERE = Path(__file__).resolve().parent / "cuda"


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


def text_of(function: Callable[..., Any]) -> str:
    """The texts of a function's kernels, one after the other."""
    specs = FUNCTIONS[function]
    traced = trace(function, specs, lambda args: (tuple(args), {}), name="f", site="here")
    strides = [dense_strides(spec.shape, int(spec.dtype[1:]) // 8) for spec in specs]
    steps = lower(optimise(traced.program), strides).steps
    forms = [step.form for step in steps if step.form is not None]
    return "\n".join([emit(form, f"kernel{k}") for k, form in enumerate(forms)])


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_a_text_is_as_it_was(function: Callable[..., Any]) -> None:
    written = (HERE / f"{function.__name__}.cu").read_text()
    assert text_of(function) == written, "if it should change: python tests/ir/test_cuda_texts.py"


def test_every_text_belongs_to_a_function() -> None:
    names = {function.__name__ for function in FUNCTIONS}
    assert {path.stem for path in HERE.glob("*.cu")} == names


if __name__ == "__main__":
    for each in FUNCTIONS:
        (HERE / f"{each.__name__}.cu").write_text(text_of(each))
