"""Users are told of arrays that a trace froze, and not of those that the function makes itself."""

from __future__ import annotations

import logging
import types
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import streamrt

X = np.ones(32)
TABLE = np.arange(32.0)
PLACES = np.arange(31, -1, -1)
module = types.ModuleType("module")
module.__dict__["table"] = TABLE + 1


class Model:
    """It says itself what it is equal to, so its attributes are no arguments."""

    shared = TABLE + 2

    def __init__(self) -> None:
        self.table = TABLE + 3
        self.parts = {"a": [TABLE + 4]}

    def __hash__(self) -> int:
        return 1

    def __eq__(self, other: object) -> bool:
        return self is other


class Layer:
    def __init__(self) -> None:
        self.table = TABLE + 5

    def __call__(self, x: Any) -> Any:
        return x + self.table


def closure() -> Callable[[Any], Any]:
    table = TABLE + 6
    return lambda x: x + table


def with_default(x: Any, table: Any = PLACES) -> Any:
    return x + table


model, layer = Model(), Layer()
FROZEN: dict[str, Callable[[Any], Any]] = {
    "a global": lambda x: x + TABLE,
    "a view of a global": lambda x: x + TABLE[::-1],
    "of a module": lambda x: x + module.table,
    "of a closure": closure(),
    "of a class": lambda x: x + model.shared,
    "an attribute": lambda x: x + model.table,
    "deep in an attribute": lambda x: x + model.parts["a"][0],
    "an attribute of an argument": layer.__call__,
    "a default": lambda x: with_default(x),
    "joined": lambda x: np.concatenate([x, TABLE]),
    "an index": lambda x: x[PLACES],
}
MADE: dict[str, Callable[[Any], Any]] = {
    "arange": lambda x: x + np.arange(32.0),
    "a view": lambda x: x + np.arange(64.0)[::2],
    "linspace": lambda x: x * np.linspace(0, 1, 32),
    "a matrix": lambda x: x @ np.tri(32),
    "an index": lambda x: x[np.arange(32) % 5],
    "of a global": lambda x: x + (TABLE * 2),
    "a list": lambda x: x + [float(k) for k in range(32)],
}


@pytest.mark.parametrize("check", [False, True])
@pytest.mark.parametrize("name", FROZEN)
def test_an_array_that_was_there_before_is_frozen_with_a_note(
    name: str, check: bool, caplog: pytest.LogCaptureFixture
) -> None:
    streamrt.jit(FROZEN[name], check=check)(X)
    assert "test_frozen_arrays.py:" in caplog.text
    assert "is frozen; later changes to it are not seen" in caplog.text


@pytest.mark.parametrize("name", MADE)
def test_an_array_that_the_function_makes_is_not_noted(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    found = streamrt.jit(MADE[name])(X)
    assert caplog.records == []
    np.testing.assert_allclose(np.asarray(found), MADE[name](X), rtol=1e-12)


def test_where_too_much_could_be_reached_an_array_is_noted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    many = [[k] for k in range(5000)]
    streamrt.jit(lambda x: x + np.arange(32.0) * len(many[3]))(X)
    assert "is frozen" in caplog.text


def test_the_search_runs_no_code_of_users(caplog: pytest.LogCaptureFixture) -> None:
    class Strict(Model):
        __slots__ = ("absent",)

        @property
        def asked(self) -> Any:
            raise AssertionError("nobody may ask")

    strict = Strict()
    with caplog.at_level(logging.WARNING):
        streamrt.jit(lambda x: x + np.arange(32.0) * (hash(strict) == 1))(X)
    assert caplog.records == []
