"""`Stream.launch` is a native method: it behaves as the method of the class that it stands for."""

from __future__ import annotations

import gc
import inspect
import os
import pickle
import pydoc
import sys
import threading
import tracemalloc
import weakref
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from shared.threads import in_threads
from shared.trial_kernels import axpy, count

import streamrt as srt
from streamrt.errors import ArgumentError, ForkedRuntimeError

N = 4


class Set:
    """A warm launch of axpy."""

    def __init__(self, rt: srt.Runtime) -> None:
        self.rt, self.stream = rt, rt.device().stream()
        self.x, self.y = rt.put(np.ones(N, "f4")), rt.put(np.zeros(N, "f4"))
        for _ in range(2):
            self.stream.launch(axpy, self.x, self.y, 0.0).sync()

    def found(self) -> float:
        self.stream.sync()
        (value,) = set(self.y.fetch().sync().tolist())
        return value


@pytest.fixture
def warm(rt: srt.Runtime) -> Set:
    return Set(rt)


class Name(str):
    """A name that is not the kernel's own object, and says nothing but what it is."""

    __slots__ = ()


def not_interned(text: str) -> str:
    return "".join(list(text))


@pytest.mark.parametrize("make", [str, not_interned, Name])
def test_names_count_by_what_they_say(warm: Set, make: Callable[[str], str]) -> None:
    names = {make("alpha"): 2.0, make("y"): warm.y, make("x"): warm.x}
    warm.stream.launch(axpy, **names)
    warm.stream.launch(axpy, warm.x, **{make("alpha"): 1.0, make("y"): warm.y})
    assert warm.found() == 3


@pytest.mark.parametrize(
    "wrong",
    [
        {"beta": 1.0},
        {"alpha": 1.0, "beta": 1.0},
        {"alpha": 1.0, "x": 1.0},
        {"alpha": "one"},
        {"alpha": None},
        {"alpha": [1.0]},
        {},
    ],
)
def test_wrong_names_are_refused_and_nothing_is_queued(warm: Set, wrong: dict[str, Any]) -> None:
    before = warm.stream._lane.value
    with pytest.raises(ArgumentError):
        warm.stream.launch(axpy, warm.x, warm.y, **wrong)
    assert warm.stream._lane.value == before


@pytest.mark.parametrize("kind", ["f4", "f8", "f2", "i4", "u1", "i8"])
def test_numpy_scalars_are_numbers(warm: Set, kind: str) -> None:
    warm.stream.launch(axpy, warm.x, warm.y, np.dtype(kind).type(2))
    assert warm.found() == 2


def test_a_method_can_be_taken_anywhere(warm: Set) -> None:
    launch = srt.Stream.launch
    launch(warm.stream, axpy, warm.x, warm.y, 1.0)
    partial(warm.stream.launch, axpy, warm.x, alpha=1.0)(y=warm.y)
    list(map(partial(warm.stream.launch, axpy, warm.x, warm.y), [1.0, 1.0]))
    warm.stream.launch.__call__(axpy, warm.x, warm.y, 1.0)
    assert warm.found() == 5
    with pytest.raises((TypeError, AttributeError)):  # the latter with the specification
        launch(object(), axpy, warm.x, warm.y, 1.0)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        launch()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        warm.stream.launch()  # type: ignore[call-arg]


def test_a_method_tells_what_it_is(warm: Set) -> None:
    parameters = inspect.signature(srt.Stream.launch).parameters
    assert list(parameters) == ["self", "kernel", "args", "scalars"]
    assert list(inspect.signature(warm.stream.launch).parameters) == ["kernel", "args", "scalars"]
    assert srt.Stream.launch.__name__ == "launch"
    assert "Submits a kernel" in pydoc.render_doc(srt.Stream.launch)
    assert "Submits a kernel" in (inspect.getdoc(warm.stream.launch) or "")
    assert pickle.loads(pickle.dumps(srt.Stream.launch)) == srt.Stream.launch
    with pytest.raises(TypeError):
        pickle.dumps(warm.stream.launch)


def test_a_launch_keeps_no_stream_alive(warm: Set) -> None:
    stream = warm.rt.device().stream()
    execution, found = stream.launch(axpy, warm.x, warm.y, 1.0), weakref.ref(stream)
    del stream
    gc.collect()
    assert found() is None
    execution.sync()
    assert warm.found() == 1


def test_tracing_and_profiling_see_no_difference(warm: Set) -> None:
    calls: list[str] = []

    def note(frame: Any, event: str, argument: object) -> None:
        if event == "c_call":
            calls.append(getattr(argument, "__name__", ""))

    sys.setprofile(note)
    try:
        warm.stream.launch(axpy, warm.x, warm.y, 1.0)
    finally:
        sys.setprofile(None)
    sys.settrace(lambda *_: None)
    try:
        warm.stream.launch(axpy, warm.x, warm.y, 1.0)
    finally:
        sys.settrace(None)
    assert warm.found() == 2


def test_a_hundred_thousand_launches_leave_no_memory_behind(warm: Set) -> None:
    def launches(number: int) -> None:
        for _ in range(number):
            warm.stream.launch(axpy, warm.x, warm.y, 0.0)
        warm.stream.sync()
        warm.rt.device().memory_stats()

    launches(2000)
    tracemalloc.start()
    try:
        launches(2000)
        before = tracemalloc.get_traced_memory()[0]
        launches(50_000)
        assert tracemalloc.get_traced_memory()[0] - before < 200_000
    finally:
        tracemalloc.stop()


# --- threads --------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 4, 8])
@pytest.mark.parametrize("where", ["one stream", "streams of their own", "shared buffers"])
def test_threads_submit_whole_commands(rt: srt.Runtime, number: int, where: str) -> None:
    """Launches and host calls from several threads: each ran once, whoever submitted it."""
    turns = 400
    shared, common = rt.device().stream(), rt.put(np.zeros(1, "u4"))
    shared.launch(count, common).sync()
    buffers = [rt.put(np.zeros(1, "u4")) for _ in range(number)]

    def work(index: int) -> None:
        stream = shared if where == "one stream" else rt.device().stream()
        mine = common if where == "shared buffers" else buffers[index]
        for turn in range(turns):
            stream.launch(count, mine)
            if turn % 10 == 0:
                stream.call(_add_one, mine)
        stream.sync()

    in_threads([partial(work, index) for index in range(number)])
    rt.barrier().sync()
    each = turns + turns // 10
    if where == "shared buffers":
        assert int(common.fetch().sync()[0]) == 1 + number * each
    else:
        assert [int(b.fetch().sync()[0]) for b in buffers] == [each] * number
    assert all(lane.pending == 0 for lane in rt._engine.lanes)


def _add_one(view: np.ndarray[Any, Any]) -> None:
    view += 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_in_the_middle_of_submissions_leaves_a_child_that_is_refused(warm: Set) -> None:
    """Threads submit meanwhile; the child of each fork ends by a refusal, not in a lock."""
    is_over = threading.Event()

    def submit() -> None:
        while not is_over.is_set():
            for _ in range(50):
                stream.launch(axpy, warm.x, warm.y, 0.0)
                stream.call(int)
            stream.sync()

    stream = warm.rt.device().stream()
    thread = threading.Thread(target=submit)
    thread.start()
    try:
        for _ in range(5):
            child = os.fork()
            if child == 0:
                os._exit(_refused(warm))
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    finally:
        is_over.set()
        thread.join()
    assert warm.found() == 0


def _refused(warm: Set) -> int:
    """How many kinds of submission are not refused, in the child of a fork."""
    accepted = 0
    for submit in (
        lambda: warm.stream.launch(axpy, warm.x, warm.y, 1.0),
        lambda: warm.stream.call(int),
        lambda: warm.stream.wait(warm.stream.record()),
    ):
        try:
            submit()
            accepted += 1
        except ForkedRuntimeError:
            pass
        except BaseException:  # noqa: BLE001 - any other is wrong, too
            accepted += 1
    return accepted


BLEND = srt.Kernel("blend", "x: f32[n], z: f32[n], out y: f32[n]", cpu=srt.Python(np.copyto))


@pytest.mark.parametrize("which", [0, 1])
def test_objects_that_nothing_made_are_refused(warm: Set, which: int) -> None:
    """A slot that was never filled is no address."""
    arrays: list[Any] = [warm.x, warm.x]
    for _ in range(3):
        warm.rt.execute(axpy, warm.x, warm.y, alpha=0.0).sync()
    arrays[which] = object.__new__(srt.Buffer)
    empty = object.__new__(srt.Execution)
    calls: list[Callable[[], object]] = [
        lambda: warm.rt.execute(BLEND, *arrays),
        lambda: warm.rt.execute(axpy, *arrays, alpha=0.0),
        lambda: warm.stream.launch(axpy, *arrays, 0.0),
        lambda: object.__new__(srt.Stream).launch(axpy, warm.x, warm.y, 0.0),
        lambda: empty.times,
        empty.done,
        empty.result,
        empty.explain,
    ]
    for call in calls:
        with pytest.raises((AttributeError, srt.errors.StreamRTError)):
            call()
