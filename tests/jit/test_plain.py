"""STREAMRT_JIT=0: functions run as they are, and calls look the same from the outside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from jit.comparing import X

import streamrt
from streamrt.errors import DeletedBufferError


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STREAMRT_JIT", "0")


async def test_the_function_sees_arrays_and_its_results_are_put_back(rt: streamrt.Runtime) -> None:
    seen: list[Any] = []

    @streamrt.jit(static="n")
    def f(x: Any, params: Any, n: Any) -> Any:
        seen.append((type(x), type(params["w"])))
        if x.sum() > 0:  # no trace could
            return {"y": x @ params["w"].T, "x": x}, x.max(), n, "text"
        return None

    x, w = rt.put(X), rt.put(X)
    found, greatest, n, text = f(x, {"w": w}, n=[3])  # nothing need be hashable
    assert seen == [(np.ndarray, np.ndarray)]
    assert found["x"] is x
    assert (n, text) == ([3], "text")
    np.testing.assert_array_equal(await found["y"].fetch(), X @ X.T)
    assert isinstance(greatest, streamrt.Buffer)
    assert np.asarray(greatest) == 5
    assert f(rt.put(-X), {"w": w}, n=1) is None
    assert f.stats().calls == 2
    assert f.stats().traces == 0
    f.compile(X, {"w": w}, 1)
    await f.warm(X, {"w": w}, 1)
    assert f.stats().calls == 2


def test_attributes_and_closures_hold_arrays_too(rt: streamrt.Runtime) -> None:
    bias = rt.put(X)

    class Model:
        def __init__(self) -> None:
            self.w: Any = rt.put(X)
            self.calls = 0

        @streamrt.jit
        def forward(self, x: Any) -> Any:
            return x * self.w + np.asarray(bias)

    model = Model()
    np.testing.assert_array_equal(model.forward(rt.put(X)), X * X + X)
    assert isinstance(model.w, streamrt.Buffer)
    stream = rt.device().stream()
    np.testing.assert_array_equal(model.forward.on(stream)(X), X * X + X)


def add(x: Any, w: Any) -> Any:
    return x + w


@pytest.mark.parametrize("switch", ["0", "1"])
def test_donated_buffers_are_gone_after_the_call(
    rt: streamrt.Runtime, monkeypatch: pytest.MonkeyPatch, switch: str
) -> None:
    monkeypatch.setenv("STREAMRT_JIT", switch)
    jitted: Callable[..., Any] = streamrt.jit(add, donate="x")
    w, both = rt.put(X), rt.put(X)
    for _ in range(3):
        x = rt.put(X)
        np.testing.assert_array_equal(jitted(x, w), X + X)
        with pytest.raises(DeletedBufferError):
            x.fetch()
        np.testing.assert_array_equal(w, X)
        both = rt.put(X)
        np.testing.assert_array_equal(jitted(both, both), X + X)
        with pytest.raises(DeletedBufferError):
            both.fetch()
    np.testing.assert_array_equal(jitted(X, X), X + X)
    with pytest.raises(DeletedBufferError):
        jitted(both, w)


@pytest.mark.parametrize("switch", ["0", "1"])
def test_a_donated_buffer_that_is_returned_stays(
    rt: streamrt.Runtime, monkeypatch: pytest.MonkeyPatch, switch: str
) -> None:
    monkeypatch.setenv("STREAMRT_JIT", switch)

    @streamrt.jit(donate=("x", "state"))
    def step(x: Any, state: Any) -> Any:
        return state, x + state["a"]

    for _ in range(3):
        x, a, b = rt.put(X), rt.put(X), rt.put(X)
        state, y = step(x, {"a": a, "b": b})
        assert state["a"] is a
        np.testing.assert_array_equal(y, X + X)
        np.testing.assert_array_equal(b, X)
        with pytest.raises(DeletedBufferError):
            x.fetch()


def test_a_capture_does_not_give_up_what_its_replays_need(
    rt: streamrt.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STREAMRT_JIT", "1")
    jitted = streamrt.jit(add, donate="x")
    x, w = rt.put(X), rt.put(X)
    with rt.capture(x=x) as graph:
        graph.output("y", jitted(x, w))
    outputs = graph.plan(rt.device()).instantiate().replay().sync()
    np.testing.assert_array_equal(outputs, X + X)
    np.testing.assert_array_equal(x, X)
