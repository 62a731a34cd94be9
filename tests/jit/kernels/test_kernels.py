"""How many kernels a function becomes, and how many of them other shapes and numbers need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import streamrt as srt
from streamrt._ir import lower
from streamrt._ir.loops import Loops

WEIGHTS = np.random.default_rng(0).standard_normal((33, 8), np.float32)


def softmax(x: Any) -> Any:
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def layernorm(x: Any) -> Any:
    d = x - x.mean(axis=-1, keepdims=True)
    return d / np.sqrt(np.mean(d * d, axis=-1, keepdims=True) + 1e-5)


def logsumexp(x: Any) -> Any:
    m = x.max(axis=1)
    return np.log(np.exp(x - m[:, None]).sum(axis=1)) + m


def gelu(x: Any) -> Any:
    return 0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x**3)))


def perceptron(x: Any) -> Any:
    return np.maximum(x @ WEIGHTS + 1.0, 0.0) @ WEIGHTS[:8]


def attention(x: Any) -> Any:
    return softmax(x @ x.T / 4.0) @ x


FUNCTIONS: dict[Callable[[Any], Any], list[str]] = {
    gelu: ["elementwise"],
    softmax: ["rows"],
    layernorm: ["rows"],
    logsumexp: ["rows"],
    lambda x: (x.mean(), x.var(axis=1), x.std(axis=1)): ["rows", "rows"],
    lambda x: x.sum(axis=0): ["columns"],
    lambda x: np.tanh(x.sum(axis=0)): ["columns"],
    lambda x: x.T + 1: ["elementwise"],
    lambda x: (x * 2, x * 3, np.exp(x)): ["elementwise"],
    lambda x: np.concatenate([x, x * 2], axis=1): ["elementwise", "elementwise"],
    lambda x: (x @ x.T + 1.0).T * 2.0: ["product", "elementwise"],
    lambda x: x @ x.T / 2.0 + (x @ x.T + 1.0).T: ["product", "elementwise"],
    perceptron: ["product", "product"],
    attention: ["product", "rows", "product"],
}


def forms_of(compiled: Any, *arguments: Any) -> list[Loops]:
    """The kernel forms that a function becomes."""
    steps = compiled.lower(*arguments)._variant.executable.lowered.steps
    return [step.form for step in steps]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_what_belongs_together_is_one_kernel(rt: srt.Runtime, function: Any) -> None:
    x = rt.put(np.random.default_rng(1).standard_normal((6, 33), np.float32))
    compiled = srt.jit(function)
    assert [form.kind for form in forms_of(compiled, x)] == FUNCTIONS[function]
    found, expected = compiled(x), function(np.asarray(x))
    many = isinstance(expected, tuple)
    for one, wanted in zip(
        found if many else [found], expected if many else [expected], strict=True
    ):
        np.testing.assert_allclose(np.asarray(one), wanted, rtol=2e-5, atol=2e-5)


def test_a_long_row_is_reduced_in_blocks(rt: srt.Runtime) -> None:
    x = rt.put(np.ones(100_000, "f4"))
    total = srt.jit(lambda x: np.sum(x * 3))
    assert [form.block for form in forms_of(total, x)] == [8192, 0]
    assert float(np.asarray(total(x))) == 300_000


@pytest.mark.parametrize("axes", [(), 0, 1, (0, 1)])
def test_a_sum_of_a_negative_zero_is_zero_as_numpys(rt: srt.Runtime, axes: Any) -> None:
    x = np.full((1, 1), -0.0, "f4")
    found = np.asarray(srt.jit(lambda x: np.sum(x, axis=axes))(rt.put(x)))
    assert found.tobytes() == np.sum(x, axis=axes).tobytes()


@pytest.mark.parametrize("function", [gelu, softmax, layernorm, logsumexp])
def test_new_shapes_need_two_kernels_at_most(rt: srt.Runtime, function: Any) -> None:
    compiled = srt.jit(function)
    before = lower.kernels.made
    whole = rt.put(np.random.default_rng(2).standard_normal((4, 99), np.float32))
    for columns in range(2, 99):
        x = whole[:, :columns]
        np.testing.assert_allclose(
            np.asarray(compiled(x)), function(np.asarray(x)), rtol=2e-5, atol=2e-5
        )
    assert lower.kernels.made - before <= 2


def test_other_numbers_need_no_kernel(rt: srt.Runtime) -> None:
    @srt.jit
    def moved(x: Any, by: Any, times: Any) -> Any:
        return np.exp(x * by) + times

    x = rt.put(np.arange(4, dtype="f4"))
    moved(x, 1.0, 2)
    before = lower.kernels.made
    for by in (0.5, -1.0, 1e-3):
        for times in (3, -4):
            wanted = np.exp(np.arange(4, dtype="f4") * np.float32(by)) + times
            np.testing.assert_allclose(np.asarray(moved(x, by, times)), wanted, rtol=1e-6)
    assert lower.kernels.made == before
