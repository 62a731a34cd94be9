"""Programs of a runtime on simulated devices: seeds, orders and faults, as users see them."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import axpy, count

import streamrt as srt
from streamrt.testing import Costs, Simulator, TraceEvent

N = 8
SEEDS = [None, *range(25)]


def run_random_program(sim: Simulator, program: int, **options: Any) -> bool:
    """Runs a random program on two devices; returns whether its buffers end as NumPy says."""
    rng = random.Random(program)
    with srt.Runtime(devices=["sim:0", "sim:1"], backends=[sim], **options) as rt:
        devices = [rt.device("sim:0"), rt.device("sim:1")]
        streams = [[d.stream(f"s{n}") for n in range(2)] for d in devices]
        arrays = [[np.full(N, n + 3 * d, "f4") for n in range(3)] for d in (0, 1)]
        buffers = [[rt.put(a, device=devices[d]) for a in arrays[d]] for d in (0, 1)]
        for _ in range(25):
            d, n, m = rng.randrange(2), rng.randrange(3), rng.randrange(3)
            stream = rng.choice(streams[d])
            match rng.randrange(4):
                case 0 if n != m:
                    stream.launch(axpy, buffers[d][n], buffers[d][m], alpha=0.5)
                    arrays[d][m] = arrays[d][m] + np.float32(0.5) * arrays[d][n]
                case 1 if n != m:
                    stream.copy(buffers[d][m], buffers[d][n])
                    arrays[d][m] = arrays[d][n].copy()
                case 2:
                    buffers[d][n] = buffers[1 - d][m].to(devices[d])
                    arrays[d][n] = arrays[1 - d][m].copy()
                case _:
                    stream.fill(buffers[d][n], d + 1)
                    arrays[d][n] = np.full(N, d + 1, "f4")
        found = [[np.asarray(b) for b in row] for row in buffers]
    return all((f == a).all() for d in (0, 1) for f, a in zip(found[d], arrays[d], strict=True))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_tracker_keeps_random_programs_right_in_every_order(seed: int | None) -> None:
    for program in range(3):
        sim = Simulator(seed)
        assert run_random_program(sim, program), f"program {program}, seed {seed}"
        assert not sim.violations


def test_some_orders_show_that_a_wait_is_missing() -> None:
    """Without the tracker, which the test above then shows to do something."""
    by_hand: dict[str, Any] = {"hazards": "manual", "races": False}
    wrong = sum(not run_random_program(Simulator(seed), 1, **by_hand) for seed in range(25))
    assert wrong


def test_one_seed_gives_one_trace_and_other_seeds_others() -> None:
    traces: dict[int | None, tuple[TraceEvent, ...]] = {}
    for seed in SEEDS:
        first, second = Simulator(seed), Simulator(seed)
        run_random_program(first, 0)
        run_random_program(second, 0)
        assert first.trace == second.trace, seed
        traces[seed] = first.trace
    assert len(set(traces.values())) > len(SEEDS) // 2


def test_a_simulator_used_again_repeats_itself() -> None:
    sim = Simulator(5)
    run_random_program(sim, 0)
    first = sim.trace
    run_random_program(sim, 0)
    assert sim.trace == first


@pytest.mark.parametrize("seed", [None, 0, 1])
def test_asyncio_programs_have_one_trace(seed: int | None) -> None:
    async def main(sim: Simulator) -> list[float]:
        async with srt.Runtime(devices=["sim:0"], backends=[sim]) as rt:
            device = rt.device("sim:0")

            async def work(name: str) -> float:
                stream = device.stream(name)
                x, y = rt.put(np.ones(N, "f4")), rt.put(np.zeros(N, "f4"))
                for _ in range(3):
                    await stream.launch(axpy, x, y, alpha=2.0)
                    stream.launch(axpy, x, y, alpha=1.0)
                return float((await y.fetch())[0])

            return await asyncio.gather(*(work(name) for name in "abc"))

    sims = [Simulator(seed), Simulator(seed)]
    results = [asyncio.run(main(sim)) for sim in sims]
    assert results == [[9.0] * 3] * 2
    assert sims[0].trace == sims[1].trace


def test_copies_overlap_kernels_as_the_costs_say() -> None:
    """Each kernel takes 10 µs, each put 2: all but the first two puts hide behind kernels."""
    costs = Costs(launch=1000, latency=1000 - 4 * N, link=1, kernels={"axpy": 10_000})
    sim = Simulator(None, costs=costs)
    with srt.Runtime(devices=["sim:0"], backends=[sim]) as rt:
        stream, y = rt.device("sim:0").stream("work"), rt.put(np.zeros(N, "f4"))
        kept: list[srt.Buffer] = []  # else each put waits for the memory of the one before
        for _ in range(5):
            kept.append(rt.put(np.ones(N, "f4")))
            stream.launch(axpy, kept[-1], y, alpha=1.0)
        stream.sync()
        first = sim.trace[0].start
        assert sim.now - first == 2 * 2000 + 5 * 10_000


def test_a_kernel_that_is_made_to_fail_raises_at_its_await() -> None:
    sim = Simulator()
    sim.fail("count", code=3, after=1)
    with srt.Runtime(devices=["sim:0"], backends=[sim]) as rt:
        stream, n = rt.device("sim:0").stream("s"), rt.put(np.zeros(1, "u4"))
        stream.launch(count, n).sync()
        failed = stream.launch(count, n)
        with pytest.raises(srt.errors.KernelError, match="count on sim:0/s"):
            failed.sync()
        with pytest.raises(srt.errors.DependencyError):
            stream.launch(count, n).sync()


def test_a_lost_device_fails_its_own_work_only() -> None:
    sim = Simulator(2)
    with srt.Runtime(devices=["sim:0", "sim:1"], backends=[sim]) as rt:
        work = [rt.device(f"sim:{d}").stream("work") for d in (0, 1)]
        n = [rt.put(np.zeros(1, "u4"), device=f"sim:{d}") for d in (0, 1)]
        for stream, buffer in zip(work, n, strict=True):
            stream.launch(count, buffer).sync()
        lost, well = (stream.launch(count, b) for stream, b in zip(work, n, strict=True))
        sim.lose(0, "a cat pulled the plug")
        with pytest.raises(srt.errors.DeviceLostError, match="a cat pulled the plug"):
            lost.sync()
        well.sync()
        assert np.asarray(n[1])[0] == 2


def test_the_memory_of_a_simulated_device_ends() -> None:
    with srt.Runtime(devices=["sim:0"], backends=[Simulator(memory=1 << 20)]) as rt:
        held = rt.empty(1 << 17, "f4")
        with pytest.raises(srt.errors.OutOfMemoryError, match="sim:0"):
            rt.empty(1 << 18, "f4")
        assert held.nbytes == 1 << 19


def test_the_built_in_kind_is_there_when_it_is_asked_for() -> None:
    with srt.Runtime(devices=["sim:3"]) as rt:
        n = rt.put(np.zeros(1, "u4"))
        rt.device("sim:3").stream("s").launch(count, n)
        assert np.asarray(n)[0] == 1
    with srt.Runtime() as rt:
        assert all(device.kind != "sim" for device in rt.devices)


def test_a_stream_that_takes_over_a_queue_has_a_row_of_its_own() -> None:
    sim = Simulator(0)
    with srt.Runtime(devices=["sim:0"], backends=[sim]) as rt:
        x = rt.put(np.zeros(N, "f4"))
        for name in ("first", "second"):
            stream = rt.device().stream(name)
            stream.fill(x, 1.0).sync()
            stream.close()
    fills = [event.queue for event in sim.trace if event.what == "fill"]
    assert fills == ["sim:0/first", "sim:0/second"]
    assert len({event.queue for event in sim.trace}) == 3  # one more brought x there
