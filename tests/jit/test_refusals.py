"""Bad input to `jit`: each is refused by an error that names what is at fault."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from jit.comparing import X

import streamrt
from streamrt.errors import ArgumentError, ArgumentTypeError, DeletedBufferError, TraceError


def add(x: Any, w: Any, n: Any = 0) -> Any:
    return x + w + n


async def coroutine(x: Any) -> Any:
    return x


async def asynchronous(x: Any) -> AsyncIterator[Any]:
    yield x


def generator(x: Any) -> Iterator[Any]:
    yield x


class Thing:
    def method(self, x: Any) -> Any:
        return x


# -- at decoration --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (coroutine, "jit coroutine: found an async function; .* await what it returns"),
        (asynchronous, "jit asynchronous: found an async function"),
        (generator, "jit generator: found a generator; return a list"),
        (Thing, "jit Thing: found a class; compile its methods"),
        (
            staticmethod(add),
            "jit add: found a staticmethod; write @staticmethod above @streamrt.jit",
        ),
        (classmethod(add), "write @classmethod above"),
        (3, "jit 3: found int; pass a function"),
    ],
)
def test_what_cannot_be_compiled_is_refused_at_decoration(function: Any, message: str) -> None:
    with pytest.raises(ArgumentTypeError, match=message):
        streamrt.jit(function)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"static": "m"}, "jit add: static names 'm'; the parameters are x, w, n"),
        ({"static": ["x", 3]}, "jit add: static names 3; the parameters are x, w, n"),
        ({"donate": -4}, "jit add: donate names -4"),
        ({"static": "x", "donate": 0}, "jit add: x is static and donated"),
        ({"variants": 0}, "jit: variants is 0; it must be at least 1"),
    ],
)
def test_options_that_name_nothing_are_refused(options: Any, message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        streamrt.jit(**options)(add)


# -- arguments ------------------------------------------------------------------------------------


def recursive() -> Any:
    things: list[Any] = [X]
    things.append({"a": things})
    return things


def deep() -> Any:
    thing: Any = X
    for _ in range(40):
        thing = (thing,)
    return thing


def family() -> Any:
    parent, child = Thing(), Thing()
    parent.child, child.parent = child, parent  # type: ignore[attr-defined]
    return parent


class Foreign:
    """Like an array of another library."""

    def __array__(self) -> Any:
        return X


REFUSED: list[tuple[Callable[[], Any], str]] = [
    (recursive, r"flatten w\[1\]\['a'\]: it is one of the containers that hold it"),
    (deep, r"flatten w(\[0\]){32}: it lies in 32 containers"),
    (family, r"flatten w.child.parent: it is one of the containers"),
    (lambda: {1, 2}, r"call add: w is {1, 2} \(set\); it has no order; pass a list or a tuple"),
    (lambda: iter([1]), "it can be walked once only; pass a list"),
    (lambda: 1j, r"w is 1j \(complex\); pass numbers of f16, f32"),
    (lambda: X.astype(complex), "call add: w is complex128; programs have f16, f32, f64"),
    (lambda: [X.astype(np.longdouble)], r"call add: w\[0\] is (float|complex)"),
    (lambda: np.array(["a"]), "call add: w is <U1"),
    (lambda: np.array([None]), "call add: w is object"),
    (lambda: np.complex64(1), "call add: w is complex64"),
    (Foreign, "pass np.asarray of it"),
    (lambda: np.random.default_rng(1), "pass an array of random numbers"),
    (lambda: 2**63, "call add: w is 9223372036854775808; integers have 64 bits"),
    (lambda: [1.0] * 300, "it is passed 301 arrays and numbers, and may be passed 240"),
]


@pytest.mark.parametrize(("make", "message"), REFUSED)
def test_arguments_that_are_no_data_are_refused_by_name(
    make: Callable[[], Any], message: str
) -> None:
    jitted = streamrt.jit(add)
    for _ in range(2):
        with pytest.raises(ArgumentError, match=message) as found:
            jitted(X, make())
        assert found.value.__context__ is None
        jitted(X, X)


def test_an_execution_is_to_be_awaited_first(rt: streamrt.Runtime) -> None:
    with pytest.raises(ArgumentTypeError, match=r"call add: w is .*; await it first"):
        streamrt.jit(add)(X, rt.aput(X))


@dataclass(frozen=True)
class Config:
    name: str
    layers: Any


@pytest.mark.parametrize(
    ("value", "culprit"),
    [
        ([1], r"n is \[1\] \(list\)"),
        ((1, {"a": 2}), r"n\[1\] is {'a': 2} \(dict\)"),
        (Config("a", (1, [2])), r"n\.layers\[1\] is \[2\] \(list\)"),
        (X, r"n is array"),
    ],
)
def test_static_arguments_without_a_hash_are_refused_by_the_part(value: Any, culprit: str) -> None:
    jitted = streamrt.jit(add, static="n")
    for _ in range(2):
        with pytest.raises(ArgumentTypeError, match=rf"(?s)call add: {culprit}.*be hashable"):
            jitted(X, X, value)
        jitted(X, X, 2)


def test_buffers_of_two_runtimes_or_deleted_ones_are_refused(rt: streamrt.Runtime) -> None:
    jitted = streamrt.jit(add)
    x, y = rt.put(X), rt.put(X)
    jitted(x, y)
    y.delete()
    with pytest.raises(DeletedBufferError, match="call add: w"):
        jitted(x, y)
    with streamrt.Runtime(["cpu"]) as other:
        with pytest.raises(
            ArgumentError, match=r"x is on cpu:0, and w on cpu:0 of another runtime"
        ):
            jitted(x, other.put(X))
        with pytest.raises(ArgumentError, match=r"the stream cpu:0/s1 is on cpu:0, and x on cpu:0"):
            jitted.on(other.device().stream())(x, x)
    with pytest.raises(ArgumentTypeError, match="found str; pass a Stream"):
        jitted.on("s1")  # type: ignore[arg-type]


def test_wrong_shapes_are_named_with_their_line() -> None:
    with pytest.raises(
        ValueError, match=r"test_refusals\.py:\d+.*2, 3.*5|test_refusals.*broadcast"
    ):
        streamrt.jit(add)(X, np.zeros(5, np.float32))


# -- side effects ---------------------------------------------------------------------------------

counter = 0
history: list[Any] = []


def counts(x: Any) -> Any:
    global counter
    counter += 1
    return x + counter


def remembers(x: Any) -> Any:
    history.append(x)
    return x + 1


def sets(x: Any) -> Any:
    x["new"] = x["a"]
    return x["a"] + 1


def replaces(x: Any) -> Any:
    x["a"] = x["a"] + 1
    return x["a"]


@pytest.mark.parametrize(
    ("function", "argument", "path"),
    [
        (counts, X, "counter"),
        (remembers, X, r"history\[0\]"),
        (sets, {"a": X}, r"x\['new'\]"),
        (replaces, {"a": X}, r"x\['a'\]"),
    ],
)
def test_changes_of_what_a_function_was_given_are_refused(
    function: Any, argument: Any, path: str
) -> None:
    history.clear()
    with pytest.raises(
        TraceError, match=f"trace {function.__name__}: the function changed {path},"
    ):
        streamrt.jit(function)(argument)


def test_an_attribute_that_is_assigned_is_named() -> None:
    class Model:
        def __init__(self) -> None:
            self.w = X

        @streamrt.jit
        def forward(self, x: Any) -> Any:
            self.last = x * self.w
            return self.last

    model = Model()
    with pytest.raises(TraceError, match=r"trace forward: the function changed self\.last,"):
        model.forward(X)
    assert set(vars(model)) == {"w"}


def test_a_tracer_that_leaked_says_so() -> None:
    box = threading.local()

    def leaks(x: Any) -> Any:
        box.thing = x + 1
        return x

    streamrt.jit(leaks)(X)
    with pytest.raises(TraceError, match="leaks"):
        streamrt.jit(add)(X, box.thing)
    with pytest.raises(TraceError):
        np.tanh(box.thing)
