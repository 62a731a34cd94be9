"""New shapes: lowered once for many, before they come, or beside the loop."""

from __future__ import annotations

import logging
import threading
from random import Random
from typing import Any

import numpy as np
import pytest
from jit.lowered.random_joins import program

import streamrt as srt
from streamrt._ir.extents.kept import kept
from streamrt.errors import ArgumentError, ArgumentTypeError


def layer(x: Any, w: Any, b: Any) -> Any:
    y = np.tanh(x @ w + b)
    return y / np.sqrt((y * y).mean(axis=-1, keepdims=True) + 1e-6)


def given(rows: int, width: int = 16) -> tuple[Any, ...]:
    chance = np.random.default_rng(rows)
    return chance.random((rows, 8)), chance.random((8, width)), chance.random(width)


def test_a_new_shape_is_not_lowered() -> None:
    compiled = srt.jit(layer)
    for rows in (5, 6, 7, 9, 30, 1000, 77):
        np.testing.assert_allclose(np.asarray(compiled(*given(rows))), layer(*given(rows)))
    stats = compiled.stats()
    assert (stats.traces, stats.lowered) == (7, 2)


@pytest.mark.parametrize("first", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in [500])])
def test_programs_of_all_shapes_are_what_numpy_makes_of_them(first: int) -> None:
    filled = kept.filled
    for seed in range(first, first + 25):
        function, arrays = program(seed)
        compiled, chance = srt.jit(function), Random(seed)
        for number in range(6):
            most = chance.choice([4, 30])
            shape = [
                n if chance.random() < 0.4 else chance.randint(1, most) for n in arrays[0].shape
            ]
            numbers = np.random.default_rng(number)
            others = [numbers.uniform(-1, 1, shape) for _ in range(2)]
            for found, right in zip(compiled(*others), function(*others), strict=True):
                np.testing.assert_allclose(
                    np.asarray(found), right, rtol=1e-9, atol=1e-9, err_msg=f"{seed}: {shape}"
                )
    assert kept.filled > filled + 20


async def test_shapes_are_compiled_before_they_come() -> None:
    compiled = srt.jit(layer)
    shapes = srt.Shapes(rows=range(42, 46), width=(8, 16))
    assert len(shapes) == 8
    assert next(iter(shapes)) == {"rows": 42, "width": 8}
    await compiled.warm(shapes, given)
    traces = compiled.stats().traces
    assert traces == 8
    for extents in shapes:
        np.testing.assert_allclose(
            np.asarray(compiled(*given(**extents))), layer(*given(**extents))
        )
    assert compiled.stats().traces == traces


async def test_a_call_is_compiled_beside_the_loop(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "streamrt")
    compiled = srt.jit(lambda x: x * 2)
    for _ in range(2):
        made = await compiled.aio(np.ones(3))
        np.testing.assert_array_equal(await made, [2, 2, 2])
    compiled(np.ones(4))
    threads = [each.thread for each in caplog.records if "traced" in each.getMessage()]
    assert [each == threading.get_ident() for each in threads] == [False, True]


class Model:
    @srt.jit
    def scaled(self, x: Any) -> Any:
        return x * 3


async def test_methods_have_both() -> None:
    model = Model()
    await model.scaled.warm(srt.Shapes(n=(3, 4)), lambda n: np.ones(n))
    assert Model.scaled.stats().traces == 2
    np.testing.assert_array_equal(await (await model.scaled.aio(np.ones(3))), [3, 3, 3])
    assert Model.scaled.stats().traces == 2


@pytest.mark.parametrize(
    ("extents", "error", "match"),
    [
        ({}, ArgumentError, "no extent is named"),
        ({"n": ()}, ArgumentError, "n has no values"),
        ({"n": "12"}, ArgumentTypeError, "n is '12'"),
        ({"n": np.array("12")}, ArgumentTypeError, "n is array"),
        ({"n": (1, -2)}, ArgumentError, "n is -2; it must be at least 0"),
        ({"n": (1, 2.5)}, ArgumentTypeError, "n is 2.5; it must be an integer"),
        ({"n": range(200), "m": range(200)}, ArgumentError, "40,000 combinations"),
    ],
)
def test_wrong_shapes_are_refused(extents: Any, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        srt.Shapes(**extents)


def test_shapes_need_a_function_of_them() -> None:
    compiled = srt.jit(layer)
    with pytest.raises(ArgumentError, match="pass a function of their extents"):
        compiled.warm(srt.Shapes(n=3))
    with pytest.raises(TypeError, match="unexpected keyword"):
        compiled.warm(srt.Shapes(rows=3, depth=2), given)
