"""Whole programs on a device of OpenCL beside `cpu:0`: what they compute, and what they are told."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator
from random import Random
from typing import Any

import numpy as np
import pytest
from jit import test_calls
from jit.loops.running import ROWS, same
from jit.loops.test_random_loops import drawn, run
from shared.trial_kernels import Gate, axpy, count, fail, in_scope
from shared.workers import device_checks
from shared.workers.device_programs import MORE, PROGRAMS, Program

import streamrt as srt
from streamrt import observe, pipeline
from streamrt._jit.tracing.repeating import unrolling
from streamrt.errors import (
    DependencyError,
    ExecutionCancelledError,
    KernelError,
    OutOfMemoryError,
)
from streamrt.observe.trace import EventKind

NAMES = ("opencl:0", "cpu:0")
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


@pytest.mark.parametrize("seed", [pytest.param(s, marks=[pytest.mark.slow] * (s > 2)) for s in range(20)])
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

    def load(number: int) -> np.ndarray[Any, Any]:
        if number == 5:
            raise ValueError(number)
        return np.full(100, number, np.float32)

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


@pytest.mark.parametrize("seed", [SEED, pytest.param(SEED + 1, marks=pytest.mark.slow)])
def test_chains_over_streams_keep_their_order_whatever_is_cancelled(
    rt: srt.Runtime, gate: Gate, seed: int
) -> None:
    """y = 3 y + 1 by two launches each; what a cancelled launch should have written is skipped."""
    draw, device = Random(seed), rt.device("opencl:0")
    streams = [device.stream() for _ in range(6)]
    one = rt.put(np.ones(64, "f4"), device)
    chains = [rt.put(np.zeros(64, "f4"), device) for _ in range(8)]
    made: list[list[srt.Execution[Any]]] = [[] for _ in chains]
    tally = [0.0 for _ in chains]
    for stream in streams[:3]:
        gate.hold(stream)
    for turn in range(800):
        at = draw.randrange(len(chains))
        tally[at] = 2 * tally[at] % 64 + 1 if turn % 3 else tally[at] + 1
    del tally
    for turn in range(800):
        at = draw.randrange(len(chains))
        stream = draw.choice(streams)
        made[at].append(stream.launch(axpy, one, chains[at], alpha=1.0))
        if at % 2 and draw.random() < 0.03:
            made[at][-1].cancel()
        if turn == 400:
            gate.open()
    ends = Counter[str]()
    for at, (chain, executions) in enumerate(zip(chains, made, strict=True)):
        own = [end(each) for each in executions]
        ends.update(own)
        if at % 2 == 0:
            assert set(own) == {"done"}
        if "cancelled" not in own:
            assert chain.fetch().sync().tolist() == [float(len(own))] * 64
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
