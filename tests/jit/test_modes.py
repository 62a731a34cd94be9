"""Compiled functions in the modes of a runtime: simulated, checked, eager, in scopes, cancelled."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from jit.comparing import X

import streamrt
from streamrt.errors import DependencyError, NonFiniteError, TraceError
from streamrt.testing import explore


@streamrt.jit
def layer(x: Any, w: Any) -> Any:
    y = x @ w.T
    return y / y.sum(axis=-1, keepdims=True), np.log(x)


def expected(x: Any, w: Any) -> Any:
    y = x @ w.T
    return y / y.sum(axis=-1, keepdims=True)


@pytest.mark.parametrize(
    "options",
    [
        {"eager": True},
        {"guard": True},
        {"hazards": "check"},
        {"races": True},
        {"threads": 2},
        {"memory_limit": 1 << 24},
    ],
)
def test_every_mode_computes_the_same(options: Any) -> None:
    with streamrt.Runtime(["cpu"], **options) as rt:
        x, w = rt.put(X + 1), rt.put(X + 2)
        for _ in range(3):
            np.testing.assert_allclose(layer(x, w)[0], expected(X + 1, X + 2), rtol=1e-6)


def test_a_number_that_is_not_finite_is_located() -> None:
    with streamrt.Runtime(["cpu"], check_finite=True) as rt:
        x = rt.put(X)  # it has a 0, whose logarithm is not finite
        for _ in range(2):
            y, logarithm = layer(x, rt.put(X + 2))
            np.testing.assert_allclose(y, expected(X, X + 2), rtol=1e-6)
            with pytest.raises(NonFiniteError, match=r"log"):
                logarithm.sync()


def test_explored_programs_may_call_compiled_functions() -> None:
    async def program() -> None:
        async with streamrt.Runtime() as rt:
            x, w = rt.put(X + 1), rt.put(X + 2)
            y, _ = layer(x, w)
            z, _ = layer(y, y)
            np.testing.assert_allclose(
                await z.fetch(), expected(*2 * [expected(X + 1, X + 2)]), rtol=1e-5
            )

    explore(program, schedules=20)


async def test_a_failed_input_fails_the_results_and_a_scope_waits(rt: streamrt.Runtime) -> None:
    stream = rt.device().stream()
    add = streamrt.jit(lambda x: x + 1)
    x = rt.put(X)
    np.testing.assert_array_equal(add(x), X + 1)

    def fails(x: Any) -> None:
        raise ValueError("broken")

    async with rt.scope() as scope:
        broken = stream.call(fails, x, writes=[x])
        y = add(x)
        with pytest.raises(DependencyError):
            await y
        with pytest.raises(ValueError, match="broken"):
            await broken
    assert scope.pending == 0


def test_impure_functions_are_found_if_asked_for() -> None:
    numbers = iter(range(100))

    @streamrt.jit(check=True)
    def impure(x: Any) -> Any:
        return x + next(numbers)

    with pytest.raises(TraceError, match="check impure"):
        impure(X)

    @streamrt.jit(check=True)
    def pure(x: Any, params: Any) -> Any:
        return {"y": x * params["w"]}

    for _ in range(2):
        np.testing.assert_array_equal(pure(X, {"w": X})["y"], X * X)


def test_random_numbers_of_the_global_state_are_warned_of(
    rt: streamrt.Runtime, caplog: pytest.LogCaptureFixture
) -> None:
    @streamrt.jit
    def noisy(x: Any) -> Any:
        return x + np.random.standard_normal(3).astype(np.float32)

    noisy(rt.put(X))
    assert any("noisy" in record.getMessage() for record in caplog.records)
