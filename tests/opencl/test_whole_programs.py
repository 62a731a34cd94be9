"""Whole programs on a device of OpenCL beside `cpu:0`: what they compute, and what they hear."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Generator
from random import Random
from typing import Any

import numpy as np
import pytest
from graph.program_runs import combine, mix
from jit.loops.running import ROWS, same
from jit.loops.test_random_loops import drawn, run
from shared.trial_kernels import Gate, axpy, count, fail, in_scope
from shared.workers import device_checks
from shared.workers.device_programs import MORE, PROGRAMS, Program

import streamrt as srt
from streamrt import observe, pipeline
from streamrt._backends.opencl.library import Library
from streamrt._jit.tracing.repeating import unrolling
from streamrt.errors import (
    ArgumentError,
    DependencyError,
    ExecutionCancelledError,
    KernelError,
    OutOfMemoryError,
)
from streamrt.observe.trace import EventKind

NAMES = ("opencl:0", "cpu:0")
HANDLES = ("Context", "CommandQueue", "Program", "Kernel")
slow = pytest.mark.slow
SEED = int(os.environ.get("STREAMRT_SEED", "0"))


@pytest.fixture
def rt() -> Generator[srt.Runtime]:
    with srt.Runtime(NAMES) as found:
        yield found


# -- what is computed ------------------------------------------------------------------------------


@pytest.mark.parametrize("program", [*PROGRAMS, *MORE])
async def test_a_program_gives_what_it_gives_on_cpu(rt: srt.Runtime, program: Program) -> None:
    """Kernels, compiled functions, replays, pipelines, loops, eager arrays and saved modules.

    Sums are added in another order. What has none has the same bits, as the random programs show.
    """
    found = await program(rt)
    async with srt.Runtime(["cpu:0"]) as other:
        wanted = await program(other)
    assert len(found) == len(wanted) > 0
    for one, two in zip(found, wanted, strict=True):
        assert one.dtype == two.dtype
        np.testing.assert_allclose(one, two, rtol=2e-5, atol=2e-5)


@pytest.mark.parametrize(
    "seed", [pytest.param(s, marks=[pytest.mark.slow] * (s > 2)) for s in range(20)]
)
def test_loops_of_functions_mean_what_loops_of_python_do(
    seed: int, rt: srt.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`scan`, `fori`, `while_loop` and `cond`, in each other, turn by turn on the device."""
    monkeypatch.setattr(unrolling, "FEW_TURNS", 0)
    block = drawn(np.random.default_rng(1000 + SEED + seed), 3, 2)

    def function(x: Any) -> Any:
        return run(block, [x[0], x[1], x[2]])

    rows = ROWS.astype("f8")  # fewer digits would lead another way sooner
    compiled = srt.jit(function)
    for _ in range(2):
        same(compiled(rows), function(rows))


async def test_the_last_stage_of_a_pipeline_runs_on_the_device(rt: srt.Runtime) -> None:
    """Its input comes from stages on threads of the host, its results go back in order."""
    device, one = rt.device("opencl:0"), rt.put(np.ones(100, "f4"))

    def load(number: int) -> srt.Buffer:
        if number == 5:
            raise ValueError(number)
        return rt.put(np.full(100, number, np.float32), "cpu:0")

    def compute(work: srt.Stream, x: srt.Buffer) -> srt.Buffer:
        assert work.device is device
        made = rt.empty(100, device=device)
        work.copy(made, x)
        work.launch(axpy, one, made, alpha=0.5)
        return made

    loaded = pipeline.source(range(12)).map(load, on_error=pipeline.skip(1))
    definition = loaded.to("opencl:0").submit(compute, on="opencl:0").to("cpu:0")
    async with definition.run(rt) as running:
        found = [np.asarray(each) async for each in running]
    expected = [np.full(100, n + 0.5, "f4") for n in range(12) if n != 5]
    np.testing.assert_array_equal(found, expected)


# -- streams ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [SEED, pytest.param(SEED + 1, marks=slow)])
def test_chains_over_streams_keep_their_order_whatever_is_cancelled(
    rt: srt.Runtime, gate: Gate, seed: int
) -> None:
    """Each chain is one buffer that launches on all streams change, and none commutes.

    From the first launch of a chain that is cancelled on, all of it is skipped.
    """
    draw, device = Random(seed), rt.device("opencl:0")
    streams = [device.stream() for _ in range(6)]
    given = np.arange(4 * 64, dtype="f4").reshape(4, 64)
    sources = rt.put(given, device)
    chains = [rt.put(np.zeros(64, "f4"), device) for _ in range(8)]
    made: list[list[srt.Execution[Any]]] = [[] for _ in chains]
    wanted = np.zeros((8, 64), "f4")
    for stream in streams[:3]:
        gate.hold(stream)
    for turn in range(800):
        at, source = draw.randrange(len(chains)), draw.randrange(4)
        made[at].append(draw.choice(streams).launch(mix, sources[source], chains[at]))
        wanted[at] = combine(given[source], wanted[at], (1, 3))
        if at % 2 and draw.random() < 0.03:
            made[at][-1].cancel()
        if turn == 400:
            gate.open()
    ends = Counter[str]()
    for chain, executions, values in zip(chains, made, wanted, strict=True):
        own = [end(each) for each in executions]
        ends.update(own)
        if "cancelled" not in own:
            assert set(own) == {"done"}
            np.testing.assert_array_equal(chain.fetch().sync(), values)
        else:
            first = own.index("cancelled")
            assert set(own[:first]) <= {"done"}
            assert set(own[first + 1 :]) <= {"skipped", "cancelled"}
    assert min(ends[each] for each in ("done", "skipped", "cancelled")) > 0, ends


def end(execution: srt.Execution[Any]) -> str:
    """How an execution ended."""
    try:
        execution.sync()
    except ExecutionCancelledError:
        return "cancelled"
    except DependencyError:
        return "skipped"
    return "done"


async def test_scopes_cancel_and_explain(rt: srt.Runtime, gate: Gate) -> None:
    await device_checks.check_scopes_cancels_and_explanations(rt, gate)


def test_a_failure_is_told_with_its_code_and_what_reads_it_is_skipped(rt: srt.Runtime) -> None:
    device_checks.check_failures(rt)


@pytest.mark.parametrize("is_async", [False, True])
def test_a_scope_ends_with_its_failures_and_waits_for_the_rest(
    rt: srt.Runtime, is_async: bool
) -> None:
    done: list[srt.Execution[Any]] = []
    n = rt.put(np.zeros(1, "u4"))

    def body(rt: srt.Runtime) -> None:
        one, other = rt.device().stream(), rt.device().stream()
        one.launch(fail, rt.put(np.zeros(4, "f4")), code=7)
        done.extend(other.launch(count, n) for _ in range(100))

    failure = pytest.RaisesExc(KernelError, match="seven is not allowed")
    with pytest.RaisesGroup(failure):
        in_scope(rt, body, is_async)
    ended = Counter(end(each) for each in done)
    assert ended.total() == 100  # a scope that fails may cancel what has not begun
    np.testing.assert_array_equal(n.fetch().sync() if not ended["cancelled"] else [100], [100])


def test_an_event_of_one_stream_holds_others_and_nobody_else(rt: srt.Runtime, gate: Gate) -> None:
    device = rt.device("opencl:0")
    first, second, third = (device.stream() for _ in range(3))
    x = rt.put(np.zeros(1, "f4"), device)
    y, z = rt.put(np.zeros(1, "u4"), device), rt.put(np.zeros(1, "u4"), device)
    gate.hold(first, x)
    event = first.record()
    second.wait(event)
    held, free = second.launch(count, y), third.launch(count, z)
    free.sync()
    assert not event.done()
    assert not held.done()
    gate.open()
    held.sync()
    assert event.done()
    assert [each.fetch().sync().tolist() for each in (x, y, z)] == [[1.0], [1], [1]]


def test_a_recorder_sees_each_execution_with_its_times(rt: srt.Runtime) -> None:
    device = rt.device("opencl:0")
    load, work = device.stream("load"), device.stream("work")
    x, y = rt.put(np.ones(64, "f4"), device), rt.put(np.ones(64, "f4"), device)
    rt.sync()
    with observe.record(rt) as recording:
        for _ in range(5):
            load.fill(x, 2.0)
            work.launch(axpy, x, y, alpha=1.0)
        y.fetch().sync()
    trace = recording.trace()
    events = trace.of_kind(EventKind.EXECUTION)
    tracks = Counter((trace.label(each), trace.tracks[each["track"]].name) for each in events)
    assert tracks["fill", "opencl:0/load"] == tracks["axpy", "opencl:0/work"] == 5
    for each in events:
        assert 0 < each["submitted"] <= each["started"] <= each["finished"] <= trace.ended
    waited = [each for each in events if each["waited_for"] and trace.label(each) == "axpy"]
    for each in waited:
        assert trace.tracks[trace.track_of(each["waited_for"])].name == "opencl:0/load"
    ends: dict[int, int] = {}
    for each in events:  # a stream runs one after the other
        assert ends.get(each["track"], 0) <= each["started"], trace.label(each)
        ends[each["track"]] = each["finished"]


async def test_closing_gives_all_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Contexts, queues, programs, kernels and memory."""
    live = Counter[str]()
    new, call, alloc, free = Library.new, Library.call, Library.alloc, Library.free

    def made(self: Library, name: str, *given: Any) -> int:
        handle = new(self, name, *given)
        live[next(each for each in HANDLES if each in name)] += 1
        return handle

    def called(self: Library, name: str, *given: Any) -> None:
        call(self, name, *given)
        if name.startswith("clRelease"):
            live[name.removeprefix("clRelease")] -= 1

    def allocated(self: Library, *given: int) -> int:
        address = alloc(self, *given)
        live["Memory"] += bool(address)
        return address

    def freed(self: Library, *given: int) -> None:
        free(self, *given)
        live["Memory"] -= 1

    for name, function in (("new", made), ("call", called), ("alloc", allocated), ("free", freed)):
        monkeypatch.setattr(Library, name, function)
    async with srt.Runtime(NAMES) as rt:
        for program in PROGRAMS:
            await program(rt)
        assert set(live) == {*HANDLES, "Memory"}
        assert min(live.values()) > 0
    gc.collect()
    assert not any(live.values()), live


# -- what a runtime looks for ----------------------------------------------------------------------


def test_numbers_that_are_not_finite_are_found() -> None:
    device_checks.check_numbers(NAMES)


def test_races_are_found_and_memory_has_a_limit() -> None:
    device_checks.check_races_and_limits(NAMES)


def test_canaries_are_refused_by_name() -> None:
    with (
        srt.Runtime(["opencl:0"], guard=True) as rt,
        pytest.raises(ArgumentError, match="open opencl:0: the host cannot write canaries"),
    ):
        rt.device()


def test_memory_comes_back_and_its_end_is_told() -> None:
    """Row 290: with a limit, memory of work that has not ended is waited for, and used again."""
    with srt.Runtime(["opencl:0"], memory_limit=1 << 22) as rt:
        stream = rt.device().stream()
        for turn in range(40):
            x = rt.empty(1 << 18, "f4")  # a quarter of the limit
            stream.fill(x, float(turn))
            stream.launch(axpy, x, x, alpha=1.0)
            del x
        kept = [rt.put(np.ones(1 << 18, "f4")) for _ in range(3)]
        with pytest.raises(OutOfMemoryError, match=r"opencl:0.*memory_limit"):
            rt.empty(1 << 20, "f4")
        kept.pop()
        assert rt.put(np.full(1 << 18, 3, "f4")).fetch().sync().sum() == 3 << 18
