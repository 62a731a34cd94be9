"""Finalizers: none is Python, none waits for anything, and none comes before its time."""

from __future__ import annotations

import ast
import asyncio
import gc
import importlib
import inspect
import pkgutil
import random
import signal
import sys
import types
from collections.abc import Callable, Generator, Iterator
from ctypes import CDLL
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from shared.litter import cycle, littered, replayed, submitted
from shared.trial_kernels import Gate, fail
from sweep.programs import PROGRAMS
from sweep.sweeping import Sweep

import streamrt as srt
from streamrt import _backends
from streamrt._core.finalizers import CALL, AtEnd, Inbox
from streamrt._runtime.tracking import IN_PYTHON
from streamrt.errors import StateError
from streamrt.testing import Simulator, conformance

SOURCES = sorted(Path(srt.__file__).parent.rglob("*.py"))
WITH_CALLBACKS = {"WeakKeyDictionary", "WeakSet", "WeakValueDictionary", "WeakMethod", "finalize"}
LIBC = CDLL(None)

pytestmark = pytest.mark.usefixtures("silence", "only_new_objects")


# --- the rule -------------------------------------------------------------------------------------


def classes() -> Iterator[type]:
    """All classes of the library."""
    for found in pkgutil.walk_packages(srt.__path__, "streamrt."):
        if not found.name.endswith("__main__"):
            module = importlib.import_module(found.name)
            yield from (c for _, c in inspect.getmembers(module, inspect.isclass))


def test_no_class_has_a_finalizer_in_python() -> None:
    """Row 53."""
    ours = {c for c in classes() if c.__module__.startswith("streamrt")}
    assert len(ours) > 100
    assert AtEnd in ours
    own = {c for c in ours if "__del__" in vars(c)}
    assert own == {AtEnd}
    assert type(vars(AtEnd)["__del__"]) is types.MemberDescriptorType


def callbacks(source: str) -> list[str]:
    """The places where weak references call back: those of the standard library in Python."""
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        name = getattr(node, "attr", getattr(node, "id", ""))
        if name in WITH_CALLBACKS:
            found.append(name)
        if isinstance(node, ast.Call) and len(node.args) > 1:
            called = node.func
            if getattr(called, "attr", getattr(called, "id", "")) in ("ref", "proxy"):
                found.append(ast.unparse(node))
    return found


def test_no_weak_reference_calls_back() -> None:
    """Row 53."""
    sample = "a = weakref.ref(b, c); d: WeakSet[int] = ref(e)"
    assert sorted(callbacks(sample)) == ["WeakSet", "weakref.ref(b, c)"]
    assert {path.name: found for path in SOURCES if (found := callbacks(path.read_text()))} == {}


def is_native(function: object) -> bool:
    """Whether calling it runs no bytecode."""
    if isinstance(function, partial):
        return is_native(function.func)
    if isinstance(function, Inbox):
        return is_native(getattr(function, CALL))
    return isinstance(function, types.BuiltinFunctionType) or function is int


def test_the_finalizers_of_all_handles_are_native() -> None:
    """Row 53."""
    with srt.Runtime(["cpu:0", "sim:0"], backends=[Simulator()]) as rt:
        kept = [
            make(rt.device(name), rt) for make in (replayed, submitted) for name in ("cpu", "sim")
        ]
        rt.barrier().sync()
        rt.device("cpu").memory_stats()
        armed = [thing for thing in gc.get_objects() if isinstance(thing, AtEnd)]
        finalizers = {type(t).__name__: t.__del__ for t in armed if hasattr(t, "__del__")}
        del kept, armed
        gc.collect()
        rt.device("cpu").memory_stats()  # reports what failed
    expected = {"Guard", "Instance", "Share", "Stream", "_Real"}
    if IN_PYTHON:  # else an allocation is a native object
        expected.add("Allocation")
    assert expected <= {*finalizers}
    assert [name for name, function in finalizers.items() if not is_native(function)] == []


# --- interrupts -----------------------------------------------------------------------------------


class Interrupted(Exception):  # noqa: N818 - as KeyboardInterrupt
    """Raised by a signal handler."""


@pytest.fixture
def lost(monkeypatch: pytest.MonkeyPatch) -> Generator[list[object]]:
    """The errors that the interpreter printed, not raised, while a signal raises Interrupted."""

    def interrupt(number: int, frame: types.FrameType | None) -> None:
        raise Interrupted

    found: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda what: found.append(what.exc_value))
    before = signal.signal(signal.SIGUSR1, interrupt)
    gc.disable()  # in other threads, too: who finds the collector at work goes on without it
    others, gc.callbacks[:] = gc.callbacks[:], []  # Hypothesis has one, which is Python
    yield found
    gc.callbacks[:] = others
    gc.enable()
    signal.signal(signal.SIGUSR1, before)


def signalling() -> AtEnd:
    """Sends this process a signal at its end. It interrupts the next bytecode."""
    made = AtEnd()
    made.__del__ = partial(getattr(LIBC, "raise"), int(signal.SIGUSR1))
    return made


def buffers(device: srt.Device, rt: srt.Runtime) -> list[object]:
    return [rt.empty(64, device=device) for _ in range(3)]


def arrays(device: srt.Device, rt: srt.Runtime) -> list[object]:
    return [np.from_dlpack(rt.put(np.zeros(64), device)) for _ in range(3)]


def failures(device: srt.Device, rt: srt.Runtime) -> list[object]:
    failed = [device.stream().launch(fail, rt.empty(4), 7) for _ in range(3)]
    rt.barrier().sync()
    rt.device().memory_stats()
    return [*failed]


def streams(device: srt.Device, rt: srt.Runtime) -> list[object]:
    return [device.stream() for _ in range(3)]


def graphs(device: srt.Device, rt: srt.Runtime) -> list[object]:
    return replayed(device, rt)[:-1]


def closed_runtimes(device: srt.Device, rt: srt.Runtime) -> list[object]:
    """Runtimes that were closed, with their timelines, and the descriptors of their threads."""
    made = srt.Runtime(["cpu:0"])
    execution = made.device().stream().fill(made.empty(4), 0.0)
    execution.add_done_callback(lambda _: None)  # in a thread of the runtime
    made.close()
    return [made, execution]


MAKERS = [buffers, arrays, failures, streams, graphs, closed_runtimes]


@pytest.mark.parametrize("in_a_cycle", [False, True])
@pytest.mark.parametrize("make", MAKERS)
def test_a_signal_among_finalizers_is_raised(
    make: Callable[[srt.Device, srt.Runtime], list[object]],
    in_a_cycle: bool,
    rt: srt.Runtime,
    cpu: srt.Device,
    lost: list[object],
) -> None:
    """Row 53: and what they were to give back is given back."""
    in_use = cpu.memory_stats().in_use
    gc.collect()
    things = make(cpu, rt)
    things += [things] if in_a_cycle else []
    things.append(signalling())  # a list lets go of its last one first
    with pytest.raises(Interrupted):  # noqa: PT012 - wherever it comes
        if not in_a_cycle:
            things.clear()
        del things
        gc.collect()
    assert lost == []
    gc.collect()
    assert cpu.memory_stats().in_use == in_use


# --- locks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["cpu", pytest.param("sim", marks=pytest.mark.slow)])
def test_the_collector_may_run_wherever_a_backend_allocates(kind: str) -> None:
    """Row 54: the suite for backends, under a collector that is always at work."""
    simulator = Simulator(3)
    backend = simulator if kind == "sim" else _backends.backend("cpu")
    dropped = 0
    with srt.Runtime(["cpu:0", "sim:7"], backends=[simulator]) as rt:
        device = rt.device("sim:7" if kind == "sim" else "cpu:0")  # of the same machine
        for case in conformance.cases():
            if kind == "cpu" and not case.is_program:  # there is no lock but the runtime's
                continue
            try:
                case.check_applies(backend)
            except conformance.NotApplicable:
                continue
            with littered(device, rt, 6) as left:
                case.run(backend, seconds=3600)
                dropped += 6 - len(left)
    assert dropped > 50


@pytest.mark.parametrize("kind", ["cpu:0", "sim:0"])
def test_the_collector_may_run_wherever_the_runtime_allocates(kind: str) -> None:
    """Row 54: also under the runtime's lock."""
    draw = random.Random(5)
    with srt.Runtime([kind, "cpu:0"], backends=[Simulator(5)]) as rt:
        device = rt.device(kind)
        stream, y = device.stream(), rt.put(np.zeros(8, "f4"), device)
        makers = (replayed, submitted)
        for _ in range(5):
            with littered(device, rt, 10) as left:
                while left:
                    stream.fill(y, 1.0)
                    draw.choice(makers)(device, rt)
                    stream.sync(10)
        assert np.asarray(y).tolist() == [1.0] * 8
        rt.barrier().sync()
        for _ in range(2):  # what failed is reported, and then in a cycle
            device.memory_stats()
            gc.collect()
        assert device.memory_stats().in_use == 64


@pytest.mark.parametrize("program", ["churn", "failing", "served"])
async def test_cancels_and_failures_are_sound_while_the_collector_is_at_work(program: str) -> None:
    """Row 54: a sample of the sweep."""
    simulator = Simulator(11)
    with (
        srt.Runtime(["sim:7"], backends=[simulator]) as other,
        srt.Runtime(["cpu:0", "sim:0", "sim:1"], backends=[simulator]) as rt,
    ):
        device = other.device("sim:7")  # of the same machine
        sweep = Sweep(rt, asyncio.get_running_loop(), "sim:0", "sim:1", 11)
        for kind in ("suspended", "submitted", "fail"):
            with littered(device, other, 20) as left:
                await sweep.sweep_kind(PROGRAMS[program], kind)
                assert len(left) < 20
    assert sweep.injected.total() > 10


# --- what others' finalizers may still use --------------------------------------------------------


def test_plans_of_a_graph_in_a_cycle_are_unloaded_after_its_last_replay(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 55."""
    unloaded: list[int] = []
    monkeypatch.setattr(cpu._state.backend, "unload", unloaded.append)
    x = rt.put(np.ones(4, "f4"))
    with rt.capture(x=x) as graph:
        y = rt.empty(4)
        cpu.stream().copy(y, x)
        graph.output("y", y)
    replays = graph.plan(cpu).instantiate()
    gate.hold(replays.streams[0])
    garbage = cycle(replays, replays.replay())
    del replays, graph, garbage
    gc.collect()
    cpu.memory_stats()
    assert unloaded == []
    gate.open()
    rt.barrier().sync()
    cpu.memory_stats()
    assert unloaded


def filled(rt: srt.Runtime) -> tuple[srt.Stream, srt.Buffer, srt.Execution]:
    stream, buffer = rt.device().stream(), rt.put(np.ones(256, "f4"))
    execution = stream.fill(buffer, 2.0)
    execution.sync()
    return stream, buffer, execution


class Tidy:
    """A user's object that gives up what it has when it ends, in a cycle with it.

    The collector finalizes what is older first: a handle before this, or after it.
    """

    def __init__(
        self, rt: srt.Runtime, after: list[object], handles: tuple[Any, ...] | None = None
    ) -> None:
        self.rt, self.after, self.itself = rt, after, self
        self.handles = handles or filled(rt)

    def __del__(self) -> None:
        stream, buffer, execution = self.handles
        device = self.rt.device()
        others = [self.rt.put(np.ones(256, "f4")) for _ in range(2)]  # takes what was given up
        taken = [device.stream() for _ in range(2)]
        try:
            stream.fill(buffer, 3.0)
        except StateError as error:
            self.after.append(str(error))
        buffer.delete()
        stream.close()
        assert execution.done()
        execution.cancel()
        later = [self.rt.put(np.full(256, 2, "f4")) for _ in range(3)]
        taken += [device.stream() for _ in range(2)]
        assert len({id(stream._lane) for stream in taken}) == 4
        self.after += [np.asarray(other).tolist() == [1.0] * 256 for other in others]
        del later


@pytest.mark.parametrize("is_older", [True, False])
def test_finalizers_of_users_may_use_what_is_garbage_with_them(
    is_older: bool,
    rt: srt.Runtime,
    cpu: srt.Device,
    lost: list[object],
) -> None:
    """Row 55: memory and streams go to others once, and not before that."""
    after: list[object] = []
    for _ in range(5):
        Tidy(rt, after, None if is_older else filled(rt))
        gc.collect()
    assert lost == []
    assert after.count(True) == 10
    texts = [text for text in after if isinstance(text, str)]
    assert len(after) == 10 + len(texts)
    assert all("the buffer was deleted" in text for text in texts)
    # Then its memory had been taken. A native allocation ends later, when its handles have ended.
    assert bool(texts) == (IN_PYTHON and not is_older)
    kept = [rt.put(np.full(256, i, "f4")) for i in range(20)]
    assert [np.asarray(y)[0] for y in kept] == [*range(20)]
    made = [cpu.stream() for _ in range(20)]
    assert len({stream._lane for stream in made}) == 20
    assert cpu.memory_stats().in_use == 20 * 1024
