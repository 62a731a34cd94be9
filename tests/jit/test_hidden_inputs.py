"""Calls read what a function finds by itself: attributes of its object, closures and globals."""

from __future__ import annotations

import functools
import statistics
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from jit.comparing import X, close
from shared.threads import in_threads

import streamrt
from streamrt._jit.calling.keys import value_key

# -- methods --------------------------------------------------------------------------------------


class Layer:
    """A model as users write them: arrays and settings in attributes."""

    def __init__(self, w: Any, power: int = 1) -> None:
        self.w = w
        self.power = power
        self.parts = [w]

    @streamrt.jit
    def forward(self, x: Any) -> Any:
        return (x * self.w + self.parts[0]) ** self.power

    @staticmethod
    @streamrt.jit
    def alone(x: Any) -> Any:
        return x + 1


def test_a_method_reads_the_attributes_of_its_object_at_each_call(rt: streamrt.Runtime) -> None:
    layer, x = Layer(rt.put(X)), rt.put(X)
    for _ in range(2):
        close(layer.forward(x), X * X + X)
    layer.w = rt.put(X + 5)
    close(layer.forward(x), X * (X + 5) + X)
    layer.parts[0] = x
    close(layer.forward(x), X * (X + 5) + X)
    traces = Layer.forward.stats().traces
    layer.power = 2
    close(layer.forward(x), (X * (X + 5) + X) ** 2)
    assert Layer.forward.stats().traces == traces + 1
    close(Layer.forward(layer, x), (X * (X + 5) + X) ** 2)
    close(layer.alone(x), X + 1)  # pyright: ignore[reportCallIssue]
    close(streamrt.jit(layer.forward)(x), (X * (X + 5) + X) ** 2)


def test_a_callable_object_is_compiled_with_its_attributes() -> None:
    class Scale:
        def __init__(self, by: Any) -> None:
            self.by = by

        def __call__(self, x: Any) -> Any:
            return x * self.by

    scale = Scale(X)
    jitted = streamrt.jit(scale)
    close(jitted(X), X * X)
    scale.by = X + 1
    close(jitted(X), X * (X + 1))


# -- closures and globals -------------------------------------------------------------------------

FACTOR = 2.0


def doubled(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def called(x: Any) -> Any:
        return function(x) * TIMES

    return called


TIMES = 1.0


@doubled
def helper(x: Any) -> Any:
    return x * FACTOR


@streamrt.jit
def compiled_helper(x: Any) -> Any:
    return x * FACTOR


def test_what_a_function_finds_by_itself_may_be_bound_again(
    rt: streamrt.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    w: Any = rt.put(X)
    table = {"a": w}

    @streamrt.jit
    def f(x: Any) -> Any:
        return helper(x) + w + table["a"], table["a"]

    x = rt.put(X)
    for _ in range(2):
        close(f(x), (X * 2 + X + X, X))
    w = rt.put(X + 1)
    close(f(x), (X * 2 + X + 1 + X, X))
    table["a"] = w
    close(f(x), (X * 2 + 2 * X + 2, X + 1))
    assert f(x)[1] is w
    table["a"] = other = rt.put(-X)
    close(f(x), (X * 2 + 1, -X))
    assert f(x)[1] is other
    monkeypatch.setitem(globals(), "FACTOR", 3.0)
    close(f(x), (X * 3 + 1, -X))
    monkeypatch.setitem(globals(), "TIMES", 2.0)
    close(f(x), (X * 6 + 1, -X))
    monkeypatch.setitem(globals(), "TIMES", 1.0)
    w = X + 2  # an array now
    close(f(x), (X * 3 + 2, -X))


def test_what_a_compiled_or_partial_helper_finds_counts_too(
    rt: streamrt.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = {"w": rt.put(X)}

    def times(x: Any, *, by: Any) -> Any:
        return x * by["w"]

    f = streamrt.jit(lambda x: (compiled_helper(x), functools.partial(times, by=weights)(x)))
    g = streamrt.jit(functools.partial(times, by=weights))
    x = rt.put(X)
    for _ in range(2):
        close(f(x), (X * np.float32(FACTOR), X * X))
        close(g(x), X * X)
    monkeypatch.setitem(globals(), "FACTOR", 3.0)
    weights["w"] = rt.put(X + 1)
    close(f(x), (X * 3, X * (X + 1)))
    close(g(x), X * (X + 1))


WAYS: dict[str, str] = {
    "a new lambda": "srt.jit(lambda x: U(x))",
    "one function": "one",
    "a function in a function": "srt.jit(lambda x: (lambda y: U(y))(x))",
    "a helper": "srt.jit(lambda x: helper(x))",
    "one function with a helper": "helped",
    "another helper of the same name": "srt.jit(lambda x: other(x))",
    "one function with another helper": "with_other",
    "a list": "srt.jit(lambda x: table[0](x))",
    "a dict in an object": "srt.jit(lambda x: held.parts['U'](x))",
    "a partial": "srt.jit(functools.partial(applied, x=x)) and srt.jit(functools.partial(applied))",
    "a default": "srt.jit(lambda x, V=U: V(x))",
    "a function that is passed": "lambda x: passed(lambda y: U(y), x)",
    "the same function that is passed": "lambda x: passed(helper, x)",
    "a bound method that is passed": "lambda x: passed(held.method, x)",
    "a partial that is passed": "lambda x: passed(functools.partial(helper), x)",
    "a kernel": "launched",
}
NAMESPACE = """
def helper(x): return U(x)
def applied(x): return U(x)
one = srt.jit(lambda x: U(x))
helped = srt.jit(lambda x: helper(x))
with_other = srt.jit(lambda x: other(x))
passed = srt.jit(lambda f, x: f(x), static="f")
class Held:
    def method(self, x): return self.parts["U"](x)
held, table = Held(), []
def launched(x):
    @srt.kernel("x: f64[n], out y: f64[n]")
    def kernel(x, y): y[...] = U(x)
    y = rt.empty(len(x), "f8")
    rt.device().stream().launch(kernel, rt.put(x), y)
    return y
"""


@pytest.mark.parametrize("way", WAYS)
def test_a_function_of_a_module_may_be_bound_again(rt: streamrt.Runtime, way: str) -> None:
    """As at the top of a module, where names are globals; so are those of loops."""
    x = np.array([1.5, -2.5])
    modules = {"np": np, "srt": streamrt, "functools": functools}
    space: dict[str, Any] = {"__name__": "a_module", "rt": rt, "x": x, **modules}
    exec(NAMESPACE, space)
    for k, name in enumerate(("ceil", "floor", "ceil", "negative", "floor")):
        ufunc = space["U"] = getattr(np, name)
        space["held"].parts, space["table"][:] = {"U": ufunc}, [ufunc]
        # Another one each time, which finds its ufunc under a name of its own, or of the others.
        exec(f"U{k} = U\ndef other(x): return {('U', f'U{k}')[k % 2]}(x)", space)
        close(eval(WAYS[way], space)(x), ufunc(x))


@pytest.mark.parametrize("where", ["attribute", "global"])
def test_an_array_at_the_place_of_one_that_was_freed_is_another(where: str) -> None:
    layer = Layer(None)
    space: dict[str, Any] = {"jit": streamrt.jit}
    f = eval("jit(lambda x: x * W + W)", space) if where == "global" else layer.forward
    for k in range(6):
        layer.w = space["W"] = np.full(3, k)
        layer.parts = [layer.w]
        close(f(X), X * k + np.full(3, k))


def test_reading_by_reference_needs_no_new_trace(rt: streamrt.Runtime) -> None:
    w: Any = rt.put(X)

    @streamrt.jit
    def f(x: Any) -> Any:
        return x - w

    x = rt.put(X)
    for k in range(4):
        w = rt.put(X + k)
        close(f(x), X - (X + k))
    assert f.stats().traces == 1


def test_lambdas_that_are_made_again_are_traced_once(rt: streamrt.Runtime) -> None:
    x, traces = rt.put(X), 0
    for k in range(6):
        n = k // 3
        f = streamrt.jit(lambda x: x * n)  # noqa: B023
        close(f(x), X * n)
        traces += f.stats().traces
    assert traces == 2


def test_lambdas_as_static_arguments_are_known_by_their_code(rt: streamrt.Runtime) -> None:
    @streamrt.jit
    def apply(function: Callable[[Any], Any], x: Any) -> Any:
        return function(x)

    x = rt.put(X)
    for k in (1, 2, 1, 2):
        close(apply(lambda x: x + k, x), X + k)  # noqa: B023
    assert apply.stats().traces == 2


def test_a_compiled_function_in_another_is_part_of_it(rt: streamrt.Runtime) -> None:
    @streamrt.jit
    def inner(x: Any, n: Any) -> Any:
        return {"y": x * n}

    @streamrt.jit
    def outer(x: Any) -> Any:
        return inner(x, 3)["y"] + 1

    for _ in range(2):
        close(outer(rt.put(X)), X * 3 + 1)
    assert inner.stats().calls == 0


@pytest.mark.parametrize("number", [0, 1, -1, 257, np.nan])
def test_arrays_of_equal_elements_are_what_numpy_makes(number: float, rt: streamrt.Runtime) -> None:
    earlier = np.full((5, 7), number, np.float32)

    def f(x: Any) -> Any:
        made = [np.full((33, 2), number, dtype) for dtype in ("f2", "f8", "c16")]
        return made, np.zeros((0, 3)), np.full((), number), earlier

    g = streamrt.jit(f)
    first = g(rt.put(X))
    close(first, f(X))
    rt.device().stream().fill(first[0][0], 3).sync()
    close(g(rt.put(X)), f(X))
    earlier[1, 2] = 9.0  # which was there before the trace
    close(g(rt.put(X)), f(X))


def test_a_function_of_another_package_is_a_key_by_itself() -> None:
    """What it finds in its own module does not change, and is not looked through in each call."""
    assert value_key(statistics.fmean) is statistics.fmean
    assert value_key(functools.wraps(statistics.fmean)(lambda x: x)) is not statistics.fmean
    assert value_key(in_threads) is not in_threads
