"""Calls of compiled functions: native, through Python, and as launches by hand.

All three ways run the same random scripts, and have to give the same values, the same waits and the
same checks. With the tracker in Python there is no native way, and everything here holds as well.
"""

from __future__ import annotations

import gc
import os
import random
import sys
from collections.abc import Callable, Generator
from typing import Any

import numpy as np
import pytest
from shared.striking import struck
from shared.threads import in_threads
from shared.trial_kernels import Gate, fail, slots, values

import streamrt as srt
from streamrt._runtime.buffer import new_buffer
from streamrt._runtime.compiled_calls import Callee, Compiled, Recipe, Scalar
from streamrt._runtime.tracking import IN_PYTHON
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    CaptureError,
    ClosedError,
    DeletedBufferError,
    DependencyError,
    KernelError,
    QueueFullError,
    StateError,
)
from streamrt.testing import Simulator

N = 16
_BLEND = f"""
define i32 @blend(ptr %args, i64 %lo, i64 %hi) {{
  %w = load ptr, ptr %args
  %n = load i64, ptr %w
{slots(**dict.fromkeys("abctyz", "ptr"), s="float")}  br label %loop
loop:
  %i = phi i64 [0, %0], [%next, %loop]
  %pa = getelementptr float, ptr %a, i64 %i
  %pb = getelementptr float, ptr %b, i64 %i
  %pc = getelementptr float, ptr %c, i64 %i
  %pt = getelementptr float, ptr %t, i64 %i
  %py = getelementptr float, ptr %y, i64 %i
  %pz = getelementptr float, ptr %z, i64 %i
  %va = load float, ptr %pa
  %vb = load float, ptr %pb
  %vc = load float, ptr %pc
  %ab = fadd float %va, %vb
  store float %ab, ptr %pt
  %sc = fmul float %s, %vc
  %back = load float, ptr %pt
  %vy = fadd float %back, %sc
  store float %vy, ptr %py
  %vz = fsub float %va, %vb
  store float %vz, ptr %pz
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 0
}}
"""
_ARRAYS = "a: f32[n], b: f32[n], c: f32[n], out t: f32[n], out y: f32[n], out z: f32[n]"
blend = srt.Kernel("blend", f"{_ARRAYS}, s: f32", cpu=srt.LLVM(_BLEND))
"""y = a + b + s * c, z = a - b; t is scratch memory."""


def blended(stream: srt.Stream, constant: srt.Buffer) -> Compiled:
    """Calls `(a, b, s) -> (y, z)` of the kernel above; c is the second half of a constant."""
    state = stream.device._state
    dense = state.intern(np.dtype("f4"), (N,))
    recipe = Recipe(
        arguments=(dense, dense, Scalar(float, "f")),
        constants=(constant,),
        fresh=(4 * N, dense, dense),
        slots=((0, 0), (1, 0), (3, 4 * N), (4, 0), (5, 0), (6, 0), (2, 0)),
        results=(5, 6),
    )
    return Compiled(stream, Callee.of_kernel(state, blend, [dense] * 6, "blended"), recipe)


def call(compiled: Compiled, *arguments: Any) -> Any:
    """Calls as a front end does: in one native step, or else through Python."""
    found = None if compiled.submit is None else compiled.submit(*arguments)
    return compiled.in_python(arguments, sys._getframe(1)) if found is None else found


def through_python(compiled: Compiled, *arguments: Any) -> Any:
    return compiled.in_python(arguments, sys._getframe(1))


def by_hand(compiled: Compiled, a: srt.Buffer, b: srt.Buffer, s: float) -> Any:
    """Launches the kernel, with outputs that the program makes."""
    device = compiled.stream.device
    scratch, y, z = (new_buffer(device, a._layout) for _ in range(3))
    c = constant_of(compiled)[N:]
    compiled.stream.launch(blend, a, b, c, scratch, y, z, s)
    return y, z


def constant_of(compiled: Compiled) -> srt.Buffer:
    (constant,) = compiled.recipe.constants
    assert isinstance(constant, srt.Buffer)
    return constant


Way = Callable[..., Any]


def seen(way: Way, seed: int) -> tuple[list[Any], list[Any]]:
    """The waits and checks of all that a script submits, and the values that it leaves.

    Gates hold all streams meanwhile, so the waits do not depend on how fast anything runs.
    """
    draw = random.Random(seed)
    with srt.Runtime(["cpu:0"]) as rt, Gate(rt) as gate:
        device = rt.device()
        streams = [device.stream() for _ in range(3)]
        constant = rt.put(np.arange(2 * N, dtype="f4"))
        ready = [blended(stream, constant) for stream in streams]
        live = [rt.put(np.full(N, float(i), "f4")) for i in range(4)]
        for stream in streams:
            gate.hold(stream)
        for _ in range(40):
            what = draw.randrange(8)
            if what < 5:
                a, b = draw.choices(live, k=2)
                live += way(draw.choice(ready), a, b, draw.choice([0.5, 2.0]))
            elif what == 5:
                draw.choice(streams).fill(draw.choice(live), 1.0)
            elif what == 6:
                draw.choice(streams).copy(draw.choice(live), constant[:N])
            while len(live) > 7:
                del live[draw.randrange(len(live))]
        waits = [
            (
                e.value,
                sorted((w.timeline.name, w.value, w.hazard) for w in e.edges),
                sorted((c.timeline.name, c.value) for c in e.checks),
            )
            for stream in streams
            for e in stream._lane.inflight
        ]
        gate.open()
        return waits, [values(buffer) for buffer in live]


# The processes of pytest-xdist have to draw the same.
SEEDS = random.Random(os.environ.get("PYTEST_XDIST_TESTRUNUID")).sample(range(1 << 31), 12)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_way_to_call_waits_checks_and_computes_the_same(seed: int) -> None:
    expected = seen(by_hand, seed)
    assert seen(call, seed) == expected
    assert seen(through_python, seed) == expected


@pytest.fixture
def unwatched() -> Generator[srt.Runtime]:
    """A runtime that never looks for races, because such a one is not served natively."""
    with srt.Runtime(["cpu:0"], races=False) as runtime:
        yield runtime


def test_native_calls_serve_nearly_all_calls(unwatched: srt.Runtime) -> None:
    rt, stream = unwatched, unwatched.device().stream()
    compiled, x = blended(stream, rt.put(np.ones(2 * N, "f4"))), rt.put(np.ones(N, "f4"))
    assert (compiled.submit is None) == IN_PYTHON
    if compiled.submit is None:
        return
    served, y, z = 0, x, x
    for _ in range(1000):
        found = compiled.submit(x, x, 2.0)
        served += found is not None
        y, z = found or through_python(compiled, x, x, 2.0)
        del found
    assert served > 950
    assert (values(y), values(z)) == ([4.0] * N, [0.0] * N)


def refused(compiled: Compiled, *arguments: Any) -> bool:
    """Whether the native step serves nothing, and leaves no trace."""
    lane = compiled.stream._lane
    before = lane.value
    found = None if compiled.submit is None else compiled.submit(*arguments)
    return found is None and lane.value == before


def test_what_does_not_fit_is_left_to_python_which_says_why(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    stream = cpu.stream()
    compiled, x = blended(stream, rt.put(np.ones(2 * N, "f4"))), rt.put(np.ones(N, "f4"))
    for _ in range(3):
        call(compiled, x, x, 1.0)
    deleted = rt.put(np.ones(N, "f4"))
    view = deleted[::1]
    deleted.delete()
    wrong: list[tuple[type[Exception], str, tuple[Any, ...]]] = [
        (ArgumentTypeError, "2 arguments; it takes 3", (x, x)),
        (ArgumentTypeError, "4 arguments; it takes 3", (x, x, 1.0, x)),
        (ArgumentTypeError, "found float; pass a Buffer", (x, 1.0, 1.0)),
        (ArgumentTypeError, "argument 2 is of type int; it was compiled for float", (x, x, 1)),
        (ArgumentTypeError, "argument 2 is of type Buffer", (x, x, x)),
        (ArgumentError, r"argument 0 is <Layout float32\[32\]", (rt.empty(32), x, 1.0)),
        (ArgumentError, "it was compiled for <Layout float32", (rt.empty(N, "i4"), x, 1.0)),
        (ArgumentError, "strides", (x[::-1], x, 1.0)),
        (ArgumentError, "a scalar does not fit its slot", (x, x, 1e300)),
        (DeletedBufferError, "deleted or donated", (deleted, x, 1.0)),
        (DeletedBufferError, "deleted or donated", (x, view, 1.0)),
    ]
    with srt.Runtime(["cpu:0"]) as other:
        foreign = other.put(np.ones(N, "f4"))
        wrong.append((ArgumentError, "belongs to another runtime", (x, foreign, 1.0)))
        for kind, text, arguments in wrong:
            assert refused(compiled, *arguments)
            with pytest.raises(kind, match=text):
                call(compiled, *arguments)
    assert values(call(compiled, x.freeze(), x, 1.0)[0]) == [3.0] * N
    constant_of(compiled).delete()
    assert refused(compiled, x, x, 1.0)
    with pytest.raises(DeletedBufferError, match="deleted or donated"):
        call(compiled, x, x, 1.0)


def test_a_call_is_refused_in_a_capture_and_by_what_is_closed_or_full() -> None:
    with srt.Runtime(["cpu:0"], queue_limit=4) as rt, Gate(rt) as gate:
        stream, x = rt.device().stream(), rt.put(np.ones(N, "f4"))
        compiled = blended(stream, rt.put(np.ones(2 * N, "f4")))
        stock = [rt.empty(N) for _ in range(20)]
        del stock
        with rt.capture():
            assert refused(compiled, x, x, 1.0)
            with pytest.raises(CaptureError, match="call blended"):
                call(compiled, x, x, 1.0)
        gate.hold(stream)
        for _ in range(3):
            call(compiled, x, x, 1.0)
        assert refused(compiled, x, x, 1.0)
        with pytest.raises(QueueFullError, match=r"call blended|launch blended"):
            call(compiled, x, x, 1.0)
        gate.open()
        stream.sync()
        stream.close()
        assert refused(compiled, x, x, 1.0)
        with pytest.raises(ClosedError, match=r"call blended on .*: the stream is closed"):
            call(compiled, x, x, 1.0)
        compiled = blended(rt.device().stream(), constant_of(compiled))
        call(compiled, x, x, 1.0)
    assert refused(compiled, x, x, 1.0)
    with pytest.raises(ClosedError, match=r"call blended on .*: the runtime is closed"):
        call(compiled, x, x, 1.0)


@pytest.mark.parametrize("option", ["eager", "races", "check_finite", "guard"])
def test_a_runtime_that_looks_closer_is_never_served_natively(option: str) -> None:
    with srt.Runtime(["cpu:0"], **{option: True}) as rt:  # type: ignore[arg-type]
        stream, x = rt.device().stream(), rt.put(np.ones(N, "f4"))
        compiled = blended(stream, rt.put(np.ones(2 * N, "f4")))
        assert compiled.submit is None
        if option in ("check_finite", "guard"):
            with pytest.raises(StateError, match="look at one launch at a time"):
                call(compiled, x, x, 1.0)
        else:
            y, _ = call(compiled, x, x, 1.0)
            assert stream.pending == 0 or option != "eager"
            assert values(y) == [3.0] * N


def test_a_simulated_device_makes_the_same_calls() -> None:
    with srt.Runtime(["sim:0"], backends=[Simulator(seed=1)]) as rt:
        stream, x = rt.device().stream(), rt.put(np.ones(N, "f4"))
        compiled = blended(stream, rt.put(np.ones(2 * N, "f4")))
        y, z = call(compiled, x, call(compiled, x, x, 1.0)[0], 2.0)
        assert (values(y), values(z)) == ([6.0] * N, [-2.0] * N)


def failing(stream: srt.Stream) -> Compiled:
    """Calls `(x, code) -> x` of a kernel that fails with a code; it changes nothing."""
    state = stream.device._state
    dense = state.intern(np.dtype("f4"), (N,))
    recipe = Recipe((dense, Scalar(int, "i")), (), (dense,), ((2, 0), (1, 0)), (2,))
    return Compiled(stream, Callee.of_kernel(state, fail, [dense], "failing"), recipe)


async def test_a_failure_names_the_function_and_the_user_and_poisons_what_reads_it(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    stream, x = cpu.stream(), rt.put(np.ones(N, "f4"))
    compiled, after = failing(stream), blended(stream, rt.put(np.ones(2 * N, "f4")))
    for _ in range(3):  # the first through Python, later ones in one step
        y = call(compiled, x, 7)
        z, _ = call(after, x, y, 1.0)
        with pytest.raises(
            DependencyError, match=r"blended on .*failing on .*seven is not allowed"
        ):
            await z
        with pytest.raises(KernelError, match=r"failing on .*seven is not allowed") as caught:
            await y
        assert "test_compiled_calls.py" in "".join(caught.value.__notes__)
        assert values(call(compiled, x, 0)) is not None
        del y, z, caught


def test_calls_from_many_threads_all_arrive(rt: srt.Runtime, cpu: srt.Device) -> None:
    stream = cpu.stream()
    compiled, x = blended(stream, rt.put(np.ones(2 * N, "f4"))), rt.put(np.zeros(N, "f4"))
    ends: list[list[float]] = []

    def work() -> None:
        y = x
        for _ in range(300):
            y, _ = call(compiled, y, x, 1.0)
        ends.append(values(y))

    in_threads([work] * 4)
    assert ends == [[300.0] * N] * 4


def test_a_scope_and_a_cancel_reach_calls(rt: srt.Runtime, cpu: srt.Device, gate: Gate) -> None:
    stream = cpu.stream()
    compiled, x = blended(stream, rt.put(np.ones(2 * N, "f4"))), rt.put(np.ones(N, "f4"))
    gate.hold(stream)
    with rt.scope() as scope:
        y, _ = call(compiled, x, x, 1.0)
        z, _ = call(compiled, x, x, 1.0)
        assert scope.cancel() == 2
        gate.open()
    for buffer in (y, z):
        with pytest.raises(srt.errors.ExecutionCancelledError):
            buffer.sync()


def test_a_plan_is_unloaded_after_the_last_call_and_not_before(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    unloaded: list[int] = []
    backend: Any = cpu._state.backend
    unload = backend.unload

    def noting(plan: int) -> None:
        unloaded.append(plan)
        unload(plan)

    monkeypatch.setattr(backend, "unload", noting)
    stream, x = cpu.stream(), rt.put(np.ones(N, "f4"))
    compiled = blended(stream, rt.put(np.ones(2 * N, "f4")))
    handle = compiled.callee.handle
    gate.hold(stream)
    results = call(compiled, x, x, 1.0)
    circle: list[Any] = [compiled]
    circle.append(circle)
    del compiled, circle
    gc.collect()
    rt._engine.tidy()
    assert handle not in unloaded
    gate.open()
    assert values(results[0]) == [3.0] * N
    del results
    rt._engine.tidy()
    rt._engine.tidy()
    assert unloaded == [handle]


def test_a_call_serves_nothing_once_plans_were_forgotten(unwatched: srt.Runtime) -> None:
    rt, cpu = unwatched, unwatched.device()
    compiled, x = blended(cpu.stream(), rt.put(np.ones(2 * N, "f4"))), rt.put(np.ones(N, "f4"))
    call(compiled, x, x, 1.0)
    assert compiled.is_current
    cpu._state.forget_plans("blend")
    assert compiled.is_current == IN_PYTHON
    assert refused(compiled, x, x, 1.0)


@pytest.mark.skipif(IN_PYTHON, reason="there each request has many places to be broken off")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_signals_behind_calls_lose_no_memory(rt: srt.Runtime, cpu: srt.Device) -> None:
    """A few requests go through Python."""
    compiled, x = blended(cpu.stream(), rt.put(np.ones(2 * N, "f4"))), rt.put(np.ones(N, "f4"))

    def work() -> None:
        for _ in range(1000):  # until it strikes
            y, z = call(compiled, x, x, 1.0)
            call(compiled, y, z, 1.0)

    times = struck(work, 1000)
    rt.sync()
    assert times > 700
    assert values(call(compiled, x, x, 1.0)[0]) == [3.0] * N
    gc.collect()
    assert cpu.memory_stats().in_use < 3 * 256 * times // 50
