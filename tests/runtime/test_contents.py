"""A buffer's repr shows its elements if they are there, and says why if not. It never waits."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import Gate

import streamrt as srt
from streamrt import array_api as xp
from streamrt.testing import explore

ARRAYS: dict[str, np.ndarray[Any, Any]] = {
    "[1. 1. 1.]": np.ones(3),
    "3.5": np.array(3.5),
    "[]": np.zeros((2, 0)),
    "[True False]": np.array([True, False]),
    "[0 1 2 3 4 5 6]": np.arange(7),
    "[0 1 2 ... 5 6 7]": np.arange(8),
    "[0. 1. 2. ... 997. 998. 999.]": np.arange(1000.0),
    "[[0 1] [2 3]]": np.arange(4).reshape(2, 2),
    "[[0 1 2 ... 97 98 99] [100 101 102 ... 197 198 199]]": np.arange(200).reshape(2, 100),
    "[0.+0.j 0.+1.j]": np.arange(2) * 1j,
    "[nan inf]": np.array([np.nan, np.inf], "f2"),
}


@pytest.mark.parametrize("text", ARRAYS)
def test_elements_that_are_there_are_shown_as_numpy_spells_them(text: str, rt: srt.Runtime) -> None:
    array = ARRAYS[text]
    x = rt.put(array).sync()
    told = f"{array.dtype}{list(array.shape)} on cpu:0"
    assert repr(x) == f"<Buffer {repr(x).split()[1]} {told}: {text}>"
    if array.dtype != np.float16:
        assert repr(xp.asarray(x)) == f"<Array {told}: {text}>"


def test_views_and_large_arrays_are_shown_in_part(rt: srt.Runtime) -> None:
    x = rt.put(np.arange(20.0)).freeze().sync()
    assert repr(x).endswith("on cpu:0, frozen: [0. 1. 2. ... 17. 18. 19.]>")
    assert repr(x[::7]).endswith("[0. 7. 14.]>")
    many = rt.put(np.arange(1000.0).reshape(10, 10, 10)).sync()
    assert repr(many).endswith("...>")
    assert len(repr(many)) < 150


def test_what_is_pending_or_poisoned_says_so(rt: srt.Runtime, gate: Gate) -> None:
    x, stream = rt.put(np.zeros(3)).sync(), rt.device().stream()
    entered, leave = threading.Event(), threading.Event()

    def write(array: np.ndarray[Any, Any]) -> None:
        entered.set()
        leave.wait()
        array[:] = 7

    written = stream.call(write, x, writes=[x])
    for _ in range(2):  # before it runs, maybe, and while it does
        assert repr(x).endswith(" float64[3] on cpu:0, pending>")
        assert repr(x[1:]).endswith(" float64[2] on cpu:0, pending>")
        assert repr(xp.asarray(x)) == "<Array float64[3] on cpu:0, pending>"
        entered.wait()
    leave.set()
    written.sync()
    assert repr(x).endswith(": [7. 7. 7.]>")

    def fail(array: np.ndarray[Any, Any]) -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        stream.call(fail, x[:2], writes=[x[:2]]).sync()
    assert repr(x).endswith(", poisoned>")
    assert repr(x[2:]).endswith(": [7.]>")
    held = gate.hold(stream)
    cancelled = stream.fill(x, 1.0)
    assert cancelled.cancel()
    assert repr(x).endswith(", poisoned>")
    gate.open()
    held.sync()
    stream.fill(x, 1.0).sync()
    assert repr(x).endswith(": [1. 1. 1.]>")


def test_memory_that_nobody_may_read_is_not_read() -> None:
    with srt.Runtime(["cpu:0", "sim:0"]) as rt:
        x = rt.put(np.ones(3)).sync()
        far = x.to("sim:0").sync()
        assert repr(far).endswith(" float64[3] on sim:0>")
        with rt.capture(x=x):
            assert repr(rt.empty(3)).endswith(" float32[3] on cpu:0>")
        dropped = rt.put(np.ones(3))
        dropped.delete()
        assert repr(dropped) == "<Buffer, deleted>"
        with rt._engine.lock:  # as a finalizer may find it
            assert repr(x).endswith(" float64[3] on cpu:0>")
    assert repr(x).endswith(" float64[3] on cpu:0>")
    with srt.Runtime(hazards="manual") as rt:
        assert repr(rt.put(np.ones(3)).sync()).endswith(" float64[3] on cpu:0>")


def test_an_explored_program_is_not_asked() -> None:
    async def program() -> None:
        async with srt.Runtime() as rt:
            x = rt.put(np.ones(3))
            assert repr(x).endswith("float64[3] on cpu:0>")

    explore(program, devices=["cpu:0"], schedules=1)


def test_formatters_of_users_that_fail_show_no_elements(rt: srt.Runtime) -> None:
    def formatter(number: Any) -> str:
        raise ValueError(number)

    x = rt.put(np.ones(3)).sync()
    with np.printoptions(formatter={"float": formatter}):
        assert repr(x).endswith("on cpu:0: >")


def test_messages_name_a_buffer_without_its_elements(rt: srt.Runtime) -> None:
    x = rt.put(np.ones(3)).sync()
    for use in (lambda: x.reshape(2), lambda: x["a"], lambda: bool(x), lambda: xp.asarray(x).T):
        with pytest.raises(srt.StreamRTError, match=r"float64\[3\] on cpu:0>"):
            use()


@pytest.fixture
def pyplot() -> Any:
    pytest.importorskip("matplotlib").use("agg")
    pyplot = pytest.importorskip("matplotlib.pyplot")
    yield pyplot
    pyplot.close("all")


def test_matplotlib_draws_buffers_and_arrays(pyplot: Any, rt: srt.Runtime) -> None:
    x = rt.put(np.linspace(0, 1, 5))
    y = srt.jit(lambda x: x * x)(x)
    for drawn in ((x, y), (xp.asarray(x), xp.asarray(y))):
        (line,) = pyplot.plot(*drawn)
        np.testing.assert_array_equal(line.get_xdata(), np.linspace(0, 1, 5))
        np.testing.assert_array_equal(line.get_ydata(), np.linspace(0, 1, 5) ** 2)
    (line,) = pyplot.plot(y)
    np.testing.assert_array_equal(line.get_ydata(), np.linspace(0, 1, 5) ** 2)
    assert y.to_numpy().tolist() == np.asarray(y).tolist()  # by which matplotlib asks
    pyplot.hist(y)
    pyplot.imshow(rt.put(np.ones((2, 3))))
