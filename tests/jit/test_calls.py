"""Calls of compiled functions: whatever stands where, they return what NumPy returns."""

from __future__ import annotations

import asyncio
import copy
import functools
import pickle
import threading
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jit.comparing import X, close

import streamrt
from streamrt._jit.trees import flatten
from streamrt.errors import ClosedError

# -- any structure ------------------------------------------------------------------------------


class Pair(NamedTuple):
    first: Any
    second: Any


@dataclass(frozen=True)
class Params:
    w: Any
    name: Any


ARRAYS = st.sampled_from([X, X[0], X.astype(np.int64), np.float32(3), np.zeros((0, 2)), X > 2])
NUMBERS = st.one_of(st.integers(-5, 5), st.floats(-2, 2), st.sampled_from([np.int8(3)]))
VALUES = st.sampled_from(["a", b"b", True, None, (), "c"])
LEAVES = st.one_of(ARRAYS, NUMBERS, VALUES)


def containers(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(st.sampled_from(["x", "y", 1]), inner, max_size=3),
        st.builds(Pair, inner, inner),
        st.builds(Params, ARRAYS, VALUES),
    )


THINGS = st.recursive(LEAVES, containers, max_leaves=6)


def walk(thing: Any) -> Any:
    """Doubles what arrays hold, deep in a structure, and keeps everything else."""
    leaves, tree = flatten(thing)
    return tree.unflatten([x + x if getattr(x, "shape", ()) else x for x in leaves])


def every(a: Any, b: Any = 2.5, /, *rest: Any, c: Any, d: Any = "d", **others: Any) -> Any:
    return {"a": walk(a), "b": (walk(b), rest and walk(rest[0])), "c": [c, d], "o": walk(others)}


compiled = streamrt.jit(every)


@settings(max_examples=60, deadline=None)
@given(st.lists(THINGS, min_size=1, max_size=3), st.dictionaries(st.sampled_from("cdef"), THINGS))
def test_any_structure_comes_back_as_numpy_returns_it(args: list[Any], named: Any) -> None:
    named.setdefault("c", 1)
    with streamrt.Runtime(["cpu"]) as rt:

        def put(thing: Any) -> Any:
            leaves, tree = flatten(thing)
            return tree.unflatten([rt.put(x) if isinstance(x, np.ndarray) else x for x in leaves])

        expected = every(*args, **named)
        args, named = put(args), put(named)
        for _ in range(3):  # traced; by the quick path; by the quick path of another structure
            found = compiled(*args, **named)
            close(normal(found), normal(expected))
        if args:
            compiled(X, c=None)
            close(normal(compiled(*args, **named)), normal(expected))


def normal(thing: Any) -> Any:
    """Puts scalars of NumPy, which a call may return as they came, in one form."""
    leaves, tree = flatten(thing)
    found = []
    for leaf in leaves:
        is_array = isinstance(leaf, streamrt.Buffer | np.ndarray)
        is_scalar = isinstance(leaf, np.generic) or (is_array and leaf.shape == ())
        found.append(np.asarray(leaf).item() if is_scalar else leaf)
    return tree.unflatten(found)


# -- arguments ----------------------------------------------------------------------------------


def test_a_call_has_the_errors_of_the_function() -> None:
    def add(x: Any, w: Any, *, n: Any = 1) -> Any:
        return x + w + n

    jitted = streamrt.jit(add)
    for args, named in [((X,), {}), ((X, X, X), {}), ((X, X), {"m": 1})]:
        with pytest.raises(TypeError) as expected:
            add(*args, **named)
        for _ in range(2):
            with pytest.raises(TypeError) as found:
                jitted(*args, **named)
            assert str(found.value) == str(expected.value).replace(add.__qualname__, add.__name__)
            jitted(X, X)


def test_numbers_are_passed_on_and_everything_else_is_compiled_in(rt: streamrt.Runtime) -> None:
    class Mode(Enum):
        PLUS = 1
        MINUS = 2

    @streamrt.jit
    def f(x: Any, n: Any, mode: Any = Mode.PLUS, flag: Any = False) -> Any:
        y = x + n if mode is Mode.PLUS else x - n
        return y * 2 if flag else y

    x = rt.put(X)
    for n in (1, 2, -7, 2**40):
        close(f(x, n), X + n)
    assert f.stats().traces == 1
    close(f(x, 2.5), X + 2.5)
    close(f(x, np.float64(2.5)), X + np.float64(2.5))  # which does not yield to float32
    assert f.stats().traces == 3
    close(f(x, 1, Mode.MINUS), X - 1)
    close(f(x, 1, flag=True), (X + 1) * 2)
    close(f(x, 1, Mode.MINUS, True), (X - 1) * 2)
    assert f.stats().traces == 6
    assert f.stats().calls == 9


def test_arrays_and_buffers_share_what_is_compiled(rt: streamrt.Runtime) -> None:
    f = streamrt.jit(lambda x, rest: x - rest["w"])
    calls = [(X, {"w": X + k}) for k in range(3)]
    for _ in range(3):
        for x, rest in calls:
            close(f(x, rest), X - rest["w"])
            close(f(rt.put(x), rest), X - rest["w"])
            close(f(x, {"w": rt.put(rest["w"])}), X - rest["w"])
    assert f.stats().traces == 1
    x = X.copy()
    y = f(x, {"w": X * 0})
    x[:] = 7  # it was copied before the call returned
    close(y, X)


def test_the_order_of_a_dict_is_the_functions(rt: streamrt.Runtime) -> None:
    @streamrt.jit
    def first(params: Any) -> Any:
        return next(iter(params.values())) * 1

    x, y = rt.put(X), rt.put(-X)
    for _ in range(2):
        close(first({"a": x, "b": y}), X)
        close(first({"b": y, "a": x}), -X)


def test_a_dict_with_other_keys_or_a_list_of_another_length_is_another_call() -> None:
    @streamrt.jit
    def total(things: Any) -> Any:
        values = things.values() if isinstance(things, dict) else things
        return sum(values, start=np.float32(0))

    for things in ([X], [X, X], (X, X), {"a": X}, {"b": X, "a": X}, [X], [], {"b": X}):
        values = things.values() if isinstance(things, dict) else things
        expected = sum(values, start=np.float32(0))
        close(normal(total(things)), normal(expected))


# -- results --------------------------------------------------------------------------------------


def test_results_that_are_arguments_are_the_very_buffers(rt: streamrt.Runtime) -> None:
    @streamrt.jit
    def f(x: Any, n: Any, rest: Any) -> Any:
        y = x + n
        return rest, y, x, n, y, "text", {"last": rest[0]}

    x, y = rt.put(X), rt.put(-X)
    for n in (1, 2):
        found = f(x, n, [y])
        assert found[2] is x
        assert found[0][0] is y
        assert found[6]["last"] is y
        assert found[3] == n
        close(found[1], X + n)
        close(found[4], X + n)


COPIES: tuple[Any, ...] = (
    lambda x: x.copy(), lambda x: x.copy(), lambda x: +x, lambda x: np.copy(x)[...],
    lambda x: x.copy().reshape(x.shape, copy=True), lambda x: x.reshape(x.shape, copy=True),
    lambda x: x.astype(x.dtype), lambda x: x * x.dtype.type(1), lambda x: x**1, np.conj,
    lambda x: np.sum(x, axis=(), dtype=x.dtype), lambda x: np.max(x, axis=()),
    lambda x: np.clip(x, None, None), lambda x: np.maximum(x, x), lambda x: np.pad(x, 0),
    lambda x: np.where(x == x, x, x), lambda x: np.tile(x, 1).reshape(x.shape), np.trunc, np.round,
)  # fmt: skip


@pytest.mark.parametrize("array", [np.asarray(2.0), np.asarray(3), X[:, 0] * 2, X[:1, :1] + 1])
def test_results_have_memory_of_their_own_where_numpy_makes_arrays(
    rt: streamrt.Runtime, array: Any
) -> None:
    x, stream = rt.put(array), rt.device().stream()

    @streamrt.jit
    def f(x: Any) -> Any:
        y = np.negative(x)
        return [make(x) for make in COPIES], [y, np.negative(x), y.copy(), x, y]

    for _ in range(2):
        copies, (y, *others, same, y_again) = f(x)
        assert same is x
        assert y_again is y
        own = [x, *copies, y, *others]
        wanted = [array] * (1 + len(copies)) + [-array] * (1 + len(others))
        for k, written in enumerate(own):
            for result, value in zip(own[k:], wanted[k:], strict=True):
                np.testing.assert_allclose(np.asarray(result), value, err_msg=str(k))
            stream.fill(written, 9)
        stream.copy(x, rt.put(array))


def test_arrays_that_a_function_makes_itself_are_new_buffers_each_time() -> None:
    @streamrt.jit
    def f(x: Any) -> Any:
        return np.arange(3), None

    one, other = f(X)[0], f(X)[0]
    assert one is not other
    close(one, np.arange(3))


async def test_a_result_can_be_awaited_and_passed_on(rt: streamrt.Runtime) -> None:
    @streamrt.jit
    def f(x: Any) -> Any:
        return x * 2

    y = f(f(rt.put(X)))
    assert (await y) is y
    np.testing.assert_array_equal(await y.fetch(), X * 4)
    await asyncio.sleep(0)


# -- the rest of the face -------------------------------------------------------------------------


class Scaled:
    def __init__(self, w: Any) -> None:
        self.w = w

    @streamrt.jit
    def forward(self, x: Any) -> Any:
        return x * self.w + self.w


def test_calls_go_to_the_stream_that_is_named(rt: streamrt.Runtime) -> None:
    @streamrt.jit
    def f(x: Any, *, n: Any = 2) -> Any:
        return x * n

    streams = [rt.device().stream(f"s{k}") for k in range(7)]
    x = rt.put(X)
    layer = Scaled(x)
    for _ in range(4):
        for stream in streams:
            y = f.on(stream)(x, n=3)
            assert all(write.timeline is stream._lane for write in writes(y))
            close(y, X * 3)
            close(f.on(stream)(X), X * 2)
            y = layer.forward.on(stream)(x)
            assert all(write.timeline is stream._lane for write in writes(y))
            close(y, X * X + X)
    streams[0].close()
    with pytest.raises(ClosedError):
        f.on(streams[0])(x)


def writes(buffer: Any) -> list[Any]:
    """The writers of a Buffer that have not ended."""
    return list(buffer._writers())


def test_a_submission_names_the_line_of_the_user(rt: streamrt.Runtime) -> None:
    f = streamrt.jit(lambda x, y: x * y)
    on = f.on(rt.device().stream())
    gate = rt.device().stream()
    x = rt.put(X)
    opened = threading.Event()

    def wait(x: Any) -> None:
        opened.wait()

    for call in (f, on):
        for y in (x, x, x, X, X):  # traced, by way of Python, and by the quick path
            gate.call(wait, x, writes=[x])
            (write,) = writes(call(x, y))
            assert write.site.startswith(__file__)
            assert "test_a_submission_names" in write.site
            opened.set()
            rt.sync()
            opened.clear()


async def test_warm_and_compile_leave_nothing_for_the_first_call(rt: streamrt.Runtime) -> None:
    def f(x: Any, n: Any) -> Any:
        return np.tanh(x) * n

    for prepare in ("warm", "compile"):
        jitted = streamrt.jit(functools.partial(f))
        if prepare == "warm":
            await jitted.warm(X, 2)
        else:
            jitted.compile(rt.put(X), 2)
        before = jitted.stats()
        assert before.traces == 1
        close(jitted(rt.put(X), 3), np.tanh(X) * np.float32(3))
        assert jitted.stats().traces == 1
        assert jitted.stats().compiles == before.compiles


def test_a_lowering_shows_each_form(rt: streamrt.Runtime) -> None:
    @streamrt.jit
    def layer(x: Any, w: Any, n: Any) -> Any:
        return np.tanh(x * w) + n, x

    lowering = layer.lower(X, X, 2)
    assert lowering.traced.startswith("layer(x: f32[2, 3], w: f32[2, 3], n: i64 by value)")
    assert "test_calls.py" in lowering.traced
    assert "tanh" in lowering.program
    assert "define i32 @" in lowering.llvm
    assert lowering.cuda.count('extern "C" __global__ void streamrt_') == len(set(lowering.kernels))
    assert lowering.stablehlo.startswith("module @layer {\n  func.func public @main(%arg0: tensor")
    assert [kernel.name for kernel in lowering.kernels]
    assert repr(lowering) == "<Lowering of layer: 1 kernel>"


def test_a_compiled_function_looks_like_the_function() -> None:
    """Its name, text and place are the function's; it pickles by its name."""
    assert compiled.__name__ == "every"
    assert compiled.__wrapped__ is every
    assert documented.__doc__ == "Says so."
    assert pickle.loads(pickle.dumps(documented)) is documented
    assert copy.deepcopy([documented])[0] is documented
    assert repr(documented) == "<jit documented>"
    documented(X)  # which changes its class
    assert isinstance(documented, streamrt.Jitted)
    assert pickle.loads(pickle.dumps(documented)) is documented


@streamrt.jit
def documented(x: Any) -> Any:
    """Says so."""
    return x


def test_more_arrays_than_one_launch_is_passed_are_returned_and_held_in_between(
    rt: streamrt.Runtime,
) -> None:
    def results(x: Any) -> list[Any]:
        return [x + number for number in range(300)]

    def in_between(x: Any) -> Any:
        held = [np.cumsum(x * number) for number in range(300)]
        for each in reversed(held):
            x = np.cumsum(x + each)[::-1] / 8
        return x

    x = np.arange(3.0)
    many, one = streamrt.jit(results), streamrt.jit(in_between)
    for _ in range(3):  # the native calls are made in the first one or the second one
        np.testing.assert_array_equal([np.asarray(each) for each in many(x)], results(x))
        np.testing.assert_allclose(np.asarray(one(x)), in_between(x))
