"""What a kernel declares of its time becomes the bound of its plans."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

from streamrt._compile.implementations import LLVM
from streamrt._compile.kernel import Kernel
from streamrt._compile.plan import STRIDED_NS
from streamrt._compile.signatures.layout import Layout
from streamrt._native.host_plan import standard_bound
from streamrt.errors import ArgumentError, ArgumentTypeError, SignatureError

DEVICE = object()
F32 = np.dtype("f4")


def bound(bound_ns: Any, signature: str, *layouts: Layout) -> int:
    kernel = Kernel(
        "k", signature, bound_ns=bound_ns, cpu=LLVM("unused", strided=True), aliasing=True
    )
    return kernel.plan(layouts).bound


def layout(*shape: int, strides: tuple[int, ...] | None = None) -> Layout:
    return Layout(DEVICE, F32, shape, strides)


def test_a_bound_is_asked_for_the_extents() -> None:
    asked: list[dict[str, int]] = []

    def note(extents: Mapping[str, int]) -> float:
        asked.append(dict(extents))
        return 0.5

    assert bound(note, "x: f32[n, 3], out y: f32[m]", layout(2, 3), layout(5)) == 2
    assert bound(note, "x: f32[...], out y: f32[...]", layout(2, 3), layout(2, 3)) == 2
    assert bound(note, "inout x: f32[...]", layout()) == 2
    assert asked == [{"n": 2, "m": 5}, {"...": 6}, {"...": 1}]


def test_elements_that_are_not_dense_are_added_to_it() -> None:
    found = bound(lambda _: 7, "x: f32[n], out y: f32[n]", layout(4, strides=(8,)), layout(4))
    assert found == 1 + 7 + 4 * STRIDED_NS


@pytest.mark.parametrize(
    ("bound_ns", "expected"),
    [(None, 0), (lambda _: math.inf, 0), (lambda _: 0, 1), (lambda _: 1e300, 1 << 62)],
)
def test_a_bound_is_never_0_if_it_is_known(
    bound_ns: Callable[[Mapping[str, int]], float] | None, expected: int
) -> None:
    assert bound(bound_ns, "inout x: f32[n]", layout(4)) == expected


@pytest.mark.parametrize("wrong", [-1, math.nan, None, True, "5"])
def test_a_bound_that_is_no_time_is_refused(wrong: object) -> None:
    with pytest.raises(ArgumentError, match=r"launch k: the result of bound_ns for \{'n': 4\} is"):
        bound(lambda _: wrong, "inout x: f32[n]", layout(4))


def test_a_bound_that_fails_is_refused_with_its_cause() -> None:
    with pytest.raises(SignatureError, match="bound_ns raised KeyError: 'm'") as raised:
        bound(lambda extents: extents["m"], "inout x: f32[n]", layout(4))
    assert isinstance(raised.value.__cause__, KeyError)
    with pytest.raises(ArgumentTypeError, match="bound_ns is 5; pass a function"):
        bound(5, "inout x: f32[n]", layout(4))


@pytest.mark.parametrize(
    ("name", "words", "least", "most"),
    [
        ("fill", (1, 4, 16, 4), 1, 500),
        ("copy", (1, 4, 1024, 4, 4), 1000, 2000),
        ("copy", (1, 4, 1 << 20, 4, 4), 500_000, 2_000_000),
        ("fill", (1, 4, 1000, 8), 100_000, 200_000),  # each element apart
        ("copy", (1, 4, 1000, 4, -4), 100_000, 200_000),
        ("fill", (2, 4, 1000, 1, 4096, 4), 100_000, 200_000),  # each row apart
        ("fill", (1, 4, 0, 4), 1, 200),
        ("fill", (3, 8, *[1 << 40] * 3, 8, 8, 8), 1 << 62, 1 << 62),
        ("finite", (1, 4, 16, 4), 0, 0),
        ("guard", (1, 4, 1, 4), 0, 0),
    ],
)
def test_the_bound_of_a_standard_operation_follows_its_words(
    name: str, words: tuple[int, ...], least: int, most: int
) -> None:
    assert least <= standard_bound(name, words) <= most


def test_a_grain_may_depend_on_the_extents() -> None:
    def grain(extents: Mapping[str, int]) -> int:
        return 60 // extents["m"]

    kernel = Kernel("k", "x: f32[n, m]", split="n", grain=grain, cpu=LLVM("unused"))
    for m in (3, 10):
        plan = kernel.plan([layout(100, m)])
        assert (plan.extent, plan.grain) == (100, 60 // m)
    with pytest.raises(ArgumentError, match=r"launch k: the result of grain for .*'m': 61.* is 0"):
        kernel.plan([layout(1, 61)])
    with pytest.raises(SignatureError, match="launch k: grain raised ZeroDivisionError"):
        kernel.plan([layout(1, 0)])
