"""Tracebacks of traced functions end at the user's line; they show who called it, and no more.

Each row is what a function does with an array of f32[3, 4] that cannot be traced.
"""

from __future__ import annotations

import math
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import streamrt
from streamrt.errors import CompileError, TraceError

X = np.ones((3, 4), "f4")
OURS = str(Path(streamrt.__file__).parent)

REFUSED: dict[str, Callable[[Any], object]] = {
    "operator": lambda x: x + np.ones(7),
    "reflected operator": lambda x: np.ones(7) + x,
    "operator in place": lambda x: x.__iadd__(1),
    "matmul": lambda x: x @ x,
    "ufunc": lambda x: np.add(x, np.ones(7)),
    "method of a ufunc": lambda x: np.divmod.reduce(x),
    "function": lambda x: np.concatenate([x, np.ones(7)]),
    "function that programs do not have": lambda x: np.unique(x),
    "einsum": lambda x: np.einsum("ij,kl->i", x, x, x),
    "index": lambda x: x[7],
    "mask": lambda x: np.sort(x[x > 0]),
    "assignment": lambda x: x.__setitem__(0, 1),
    "method": lambda x: x.reshape(5),
    "absent method": lambda x: x.choose(5),
    "axis": lambda x: x.mean(axis=5),
    "bool": lambda x: 1 if x.sum() > 0 else 2,
    "float": lambda x: float(x.sum()),
    "math": lambda x: math.gamma(x.sum()),
    "index of a range": lambda x: range(x.sum()),
    "asarray": lambda x: np.dtype("f4").type(x),
    "iteration": lambda x: list(x.sum()),
    "builtin": lambda x: sorted(x),
}


def called(use: Callable[[Any], object], x: Any) -> object:
    return use(x)


def steps_of(function: Callable[..., Any], error: type[BaseException] = TraceError) -> list[str]:
    """Returns the names of the frames of a call that fails; those of streamrt as `streamrt`."""
    with pytest.raises(error) as caught:
        function(X)
    steps = traceback.extract_tb(caught.value.__traceback__)[1:]  # the first is this function
    return ["streamrt" if step.filename.startswith(OURS) else step.name for step in steps]


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_while_tracing_ends_at_the_users_line(name: str) -> None:
    use = REFUSED[name]

    @streamrt.jit
    def function(x: Any) -> Any:
        return called(use, x)

    for _ in range(2):  # the handle is another class after the first call
        assert steps_of(function) == ["function", "called", "<lambda>"]


def test_other_ways_to_trace_show_at_most_the_public_call() -> None:
    use = REFUSED["operator"]

    @streamrt.jit
    def function(x: Any) -> Any:
        return called(use, x)

    expected = ["function", "called", "<lambda>"]
    assert steps_of(function.compile) == ["streamrt", *expected]
    assert steps_of(function.lower) == ["streamrt", *expected]
    with streamrt.Runtime() as rt:
        assert steps_of(function.on(rt.device().stream())) == expected
        warming = steps_of(lambda x: function.warm(x).sync())
        assert [name for name in warming if name != "streamrt"] == ["<lambda>", *expected]
        assert warming[-3:] == expected

    @streamrt.jit
    def outer(x: Any) -> Any:
        return function(x)

    assert steps_of(outer) == ["outer", *expected]


def test_a_call_of_another_kind_that_fails_after_a_quick_one_ends_there_too() -> None:
    @streamrt.jit
    def function(x: Any) -> Any:
        return x @ x.T if x.ndim == 2 else x.reshape(5)

    function(X)
    assert steps_of(lambda x: function(x[0])) == ["<lambda>", "function"]


def test_errors_of_the_users_own_code_show_no_frames_of_streamrt() -> None:
    @streamrt.jit
    def function(x: Any) -> Any:
        return called(lambda x: {}["absent"], x)

    assert steps_of(function, KeyError) == ["function", "called", "<lambda>"]


def test_all_frames_are_there_if_the_environment_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STREAMRT_TRACEBACK", "full")
    names = steps_of(streamrt.jit(REFUSED["operator"]))
    assert names[0] == names[-1] == "streamrt"
    assert names.count("<lambda>") == 1


def test_a_mistake_of_the_compiler_keeps_its_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    broken: Any = {}.__getitem__
    monkeypatch.setattr("streamrt._jit.tracing.recording.Recording.widened", broken)
    with pytest.raises(CompileError) as caught:
        streamrt.jit(lambda x: np.exp(x).sum())(X)
    cause = caught.value.__cause__
    assert cause is not None
    assert traceback.extract_tb(cause.__traceback__)[-1].filename.startswith(OURS)


def test_a_kernel_function_ends_at_the_users_line(rt: streamrt.Runtime) -> None:
    @streamrt.kernel("x: f32[n, m], out y: f32[n, m]")
    def function(x: Any, y: Any) -> None:
        y[...] = called(REFUSED["operator"], x)

    expected = ["launch", "function", "called", "<lambda>"]
    stream, y = rt.device().stream(), rt.empty((3, 4))

    def launch(x: Any) -> None:
        stream.launch(function, rt.put(x), y)

    steps = steps_of(launch)
    assert steps.count("streamrt") <= 1
    assert [name for name in steps if name != "streamrt"] == expected
