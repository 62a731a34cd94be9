"""Simulated devices as the contract describes them: real kernels, real memory, real timelines."""

from __future__ import annotations

import os
from functools import partial

import numpy as np
import pytest
from shared.contract_streams import Stream
from shared.processes import python
from shared.simulated_bench import COSTS, ONE, Bench, N, fill_plan
from shared.threads import in_threads
from shared.trial_kernels import axpy, count, fail

from streamrt._backends import backend, kinds
from streamrt._backends.sim.machine import START
from streamrt._backends.sim.memory import PATTERN
from streamrt._compile.signatures.layout import Layout
from streamrt._native.core import CANCELLED, DONE, FAILED, PENDING, RUNNING, SKIPPED
from streamrt._native.queue import CellStatus
from streamrt.backend import Backend, BackendDevice, VirtualQueue
from streamrt.errors import ArgumentError, BackendNotFoundError, DeviceLostError
from streamrt.testing import Costs, Simulator, TraceEvent


def test_a_simulator_is_a_backend_with_virtual_queues() -> None:
    bench = Bench()
    queue: object = bench.stream().queue
    kind: Backend = bench.sim
    device: BackendDevice = bench.devices[0]
    assert isinstance(queue, VirtualQueue)
    assert (kind.kind, kind.count(), device.runs) == ("sim", 0, "cpu")
    assert (device.host_sees, device.sees_host) == (False, False)
    assert "sim" in kinds()
    assert isinstance(backend("sim"), Simulator)


def test_nothing_runs_until_somebody_waits() -> None:
    bench = Bench()
    stream = bench.stream()
    host = np.zeros(N, "f4")
    stream.launch(bench.copy(), host.ctypes.data, bench.devices[0].alloc(4 * N))
    assert stream.state(1) == PENDING
    assert stream.timeline.completed == 0
    assert stream.advance()
    assert stream.state(1) == DONE
    assert not stream.advance()
    assert host.tobytes() == bytes([PATTERN]) * 4 * N  # fresh memory shows


@pytest.mark.parametrize("seed", [None, *range(20)])
def test_data_goes_through_kernels_on_two_devices(seed: int | None) -> None:
    """x to both devices, y += 2x on each, the second's result to the first and back."""
    bench = Bench(seed, devices=2)
    x, y = np.arange(N, dtype="f4"), np.ones(N, "f4")
    copies = [bench.copy(), bench.copy(device=1)]
    loads, works = zip(*((bench.stream(d), bench.stream(d)) for d in (0, 1)), strict=True)
    places = [[bench.devices[d].alloc(4 * N) for _ in "xy"] for d in (0, 1)]
    added = []
    two = int.from_bytes(np.float32(2).tobytes(), "little")
    for d in (0, 1):
        loads[d].launch(copies[d], places[d][0], x.ctypes.data)
        loaded = loads[d].launch(copies[d], places[d][1], y.ctypes.data)
        added.append(works[d].launch(bench.axpy(d), *places[d], two, reads=[loaded]))
    moved = loads[0].launch(copies[0], places[0][0], places[1][1], reads=[added[1], added[0]])
    works[0].launch(bench.axpy(), *places[0], ONE, reads=[moved])
    assert (bench.read(places[0][1]) == 2 * (1 + 2 * x)).all()
    assert not bench.sim.violations


def test_virtual_times_are_in_the_trace_and_in_the_cells() -> None:
    """By the costs: 10 for each launch, 100 more for the link, 64 bytes at 1 or 4 bytes a ns."""
    bench = Bench(None, devices=2)
    load, work, peer = bench.stream(), bench.stream(), bench.stream(1)
    host = np.zeros(N, "f4")
    a, b = (bench.devices[0].alloc(4 * N) for _ in "ab")
    c = bench.devices[1].alloc(4 * N)
    counted = bench.devices[0].alloc(4)
    counter, fill = bench.kernel(count, ("u4", 1)), fill_plan(bench.devices[0])
    loaded = load.launch(bench.copy(), a, host.ctypes.data)
    load.launch(bench.copy(), b, a)
    work.launch(fill, counted, 0)
    work.launch(counter, counted)
    added = work.launch(bench.axpy(), a, b, ONE, reads=[loaded])
    peer.launch(bench.copy(device=1), c, b, reads=[added])
    peer.signal()
    bench.drain()
    at = START
    assert bench.sim.trace == (
        TraceEvent(0, "sim:0/s2", "fill", at, at + 11, "done"),
        TraceEvent(0, "sim:0/s2", "count", at + 11, at + 61, "done"),
        TraceEvent(0, "sim:0/s1", "copy", at, at + 174, "done"),
        TraceEvent(0, "sim:0/s1", "copy", at + 174, at + 200, "done"),
        TraceEvent(0, "sim:0/s2", "axpy", at + 174, at + 216, "done"),
        TraceEvent(1, "sim:1/s3", "copy", at + 216, at + 390, "done"),
        TraceEvent(1, "sim:1/s3", "signal", at + 390, at + 390, "done"),
    )
    cell = CellStatus.from_address(work.cells[2])
    assert (cell.started, cell.finished) == (at + 174, at + 216)
    assert bench.sim.now == at + 390 == work.now()
    assert "sim:1/s3" in bench.sim.timeline()


def test_the_failed_the_skipped_and_the_cancelled_signal() -> None:
    bench = Bench()
    a, b = bench.stream(), bench.stream()
    y, n = bench.devices[0].alloc(4 * N), bench.devices[0].alloc(4)
    failing, counting = bench.kernel(fail, ("f4", N)), bench.kernel(count, ("u4", 1))
    a.launch(fill_plan(bench.devices[0]), n, 0)
    root = a.launch(failing, y, 7)
    b.launch(counting, n, after=[root])  # comes after it, and does not care
    b.launch(counting, n, reads=[root])
    b.launch(counting, n)
    assert b.cancel(3)
    assert bench.read(n, "u4", 1)[0] == 1
    assert [a.state(2), *(b.state(v) for v in (1, 2, 3))] == [FAILED, DONE, SKIPPED, CANCELLED]
    assert CellStatus.from_address(a.cells[1]).error == 7
    assert CellStatus.from_address(b.cells[1]).root == a.timeline.index << 40 | 2
    assert [e.outcome for e in bench.sim.trace if e.queue == "sim:0/s2"] == [
        *("done", "skipped", "cancelled")
    ]
    assert b.timeline.completed == 3
    assert a.timeline.strays == b.timeline.strays == 0


def test_on_the_virtual_timeline_what_runs_cannot_be_cancelled() -> None:
    bench = Bench(None)
    a, b = bench.stream(), bench.stream()
    n = bench.devices[0].alloc(4)
    a.launch(bench.kernel(count, ("u4", 1)), n)
    b.signal()
    assert b.advance()
    assert a.state(1) == RUNNING
    assert not a.cancel(1)
    bench.drain()
    assert a.state(1) == DONE


@pytest.mark.parametrize("seed", [None, 3])
def test_a_lost_device_takes_nothing_else_with_it(seed: int | None) -> None:
    bench = Bench(seed, devices=2)
    lost, other, well = bench.stream(), bench.stream(), bench.stream(1)
    reasons: list[str] = []
    for stream in (lost, other):
        stream.timeline.on_lost = reasons.append
    n, m = bench.devices[0].alloc(4), bench.devices[1].alloc(4)
    here, there = (bench.kernel(count, ("u4", 1), device=d) for d in (0, 1))
    first = lost.launch(here, n)
    second = lost.launch(here, n)
    well.launch(fill_plan(bench.devices[1]), m, 0)
    well.launch(there, m, reads=[second])
    well.launch(there, m)
    while lost.timeline.completed < first[1]:
        assert lost.advance()
    bench.sim.lose(0, "a cat pulled the plug")
    assert reasons == ["a cat pulled the plug"] * 2
    bench.drain()
    assert lost.state(2) == PENDING
    assert well.timeline.completed == 1
    lost.timeline.fail_all()  # as the runtime does when it hears of the loss
    assert bench.read(m, "u4", 1, device=1)[0] == 1
    assert [lost.state(v) for v in (1, 2)] == [DONE, FAILED]
    assert [well.state(v) for v in (1, 2, 3)] == [DONE, SKIPPED, DONE]
    late = Stream(bench.devices[0], "sim:0/late", 99)
    with pytest.raises(DeviceLostError, match="a cat pulled the plug"):
        late.signal()
    with pytest.raises(ArgumentError, match="not open"):
        bench.sim.lose(7)


def test_an_injected_failure_hits_the_run_that_it_is_for() -> None:
    bench = Bench()
    stream, n = bench.stream(), bench.devices[0].alloc(4)
    bench.sim.fail("count", code=5, after=2)
    bench.sim.fail("count", code=6)
    stream.launch(fill_plan(bench.devices[0]), n, 0)
    for _ in range(5):
        stream.launch(bench.kernel(count, ("u4", 1)), n)
    assert bench.read(n, "u4", 1)[0] == 3
    errors = [CellStatus.from_address(cell).error for cell in stream.cells]
    assert errors == [0, 6, 0, 5, 0, 0]
    with pytest.raises(ArgumentError, match="code is 0"):
        bench.sim.fail("count", code=0)


def test_a_close_runs_what_is_left_and_says_if_it_cannot() -> None:
    bench = Bench()
    a, b = bench.stream(), bench.stream()
    n = bench.devices[0].alloc(4)
    counting = bench.kernel(count, ("u4", 1))
    point = a.launch(counting, n)
    b.launch(counting, n, after=[point])
    assert b.queue.close(10)
    assert b.timeline.completed == 1
    handle = b.timeline.handle
    late = a.signal(point, (b, 1))  # what is over can be waited for until the timeline is closed
    assert bench.devices[0].can_wait_on(handle)
    b.timeline.close()
    assert not bench.devices[0].can_wait_on(handle)
    assert not bench.devices[0].can_wait_on(b.timeline.handle)
    assert a.queue.close(10)
    assert a.timeline.completed == late[1]
    a.signal((a, 4))  # waits for what was never submitted
    assert not a.queue.close(10)


def test_machines_do_not_wait_on_each_other() -> None:
    here, there = Bench(devices=2), Bench()
    handle = here.stream(0).timeline.handle
    assert here.devices[1].can_wait_on(handle)
    assert not there.devices[0].can_wait_on(handle)


def test_a_simulator_starts_afresh_for_each_runtime() -> None:
    sim = Simulator()
    one, two = sim.open(0), sim.open(1)
    assert one.hardware is two.hardware
    again = sim.open(0)  # another runtime
    assert again.hardware is not one.hardware
    again.close()
    one.close()
    assert sim.open(1).hardware is not again.hardware


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(BackendNotFoundError, match="sim:64"):
        Simulator().open(64)
    with pytest.raises(NotImplementedError, match="no operation sort"):
        Simulator().open(0).load_standard("sort", (), 1, 1)
    for wrong in ({"compute": 0}, {"copy_engines": 0}, {"memory": -1}, {"trace": -1}):
        with pytest.raises(ArgumentError, match="at least"):
            Simulator(**wrong)  # type: ignore[arg-type]
    for wrong in ({"memory": 0}, {"link": -1}, {"launch": -1}, {"latency": -1}):
        with pytest.raises(ArgumentError, match=next(iter(wrong))):
            Costs(**wrong)  # type: ignore[arg-type]


def test_a_cost_may_be_a_function_of_the_plan() -> None:
    plan = axpy.plan([Layout(None, np.dtype("f4"), (N,))] * 2)
    assert Costs(kernels={"axpy": lambda plan: plan.nbytes * 3}).of_kernel(plan) == 8 * N * 3
    assert Costs(kernels={"axpy": 3}).of_kernel(plan) == 3
    assert Costs(launch=7, memory=0.5).of_kernel(plan) == 7 + 16 * N


@pytest.mark.parametrize(("given", "seed"), [(None, 0), ("12", 12), ("none", None)])
def test_the_built_in_simulator_takes_its_seed_from_the_environment(
    given: str | None, seed: int | None
) -> None:
    code = "from streamrt._backends import backend; print(backend('sim').seed)"
    environment = {k: v for k, v in os.environ.items() if k != "STREAMRT_SEED"}
    if given is not None:
        environment["STREAMRT_SEED"] = given
    done = python("-c", code, env=environment, check=True)
    assert done.stdout.strip() == str(seed)


def program(bench: Bench, commands: int = 50, streams: int = 4) -> list[Stream]:
    """A tangle of launches on several streams, with data."""
    used = [bench.stream(n % len(bench.devices)) for n in range(streams)]
    addresses = [bench.devices[n % len(bench.devices)].alloc(4) for n in range(streams)]
    plans = [bench.kernel(count, ("u4", 1), device=n) for n in range(len(bench.devices))]
    points: list[tuple[Stream, int]] = []
    for number in range(commands):
        n = number * 7 % streams
        after = points[-3:-2] if number % 2 else points[-2:]
        points.append(used[n].launch(plans[n % len(plans)], addresses[n], after=after))
    return used


@pytest.mark.parametrize("seed", [None, *range(10)])
def test_threads_that_submit_and_advance_lose_nothing(seed: int | None) -> None:
    bench = Bench(seed, devices=2)
    both = [program(bench, 0) for _ in range(2)]
    n = [bench.devices[d].alloc(4) for d in (0, 1)]
    plans = [bench.kernel(count, ("u4", 1), device=d) for d in (0, 1)]

    def submit(streams: list[Stream]) -> None:
        for number in range(200):
            stream, d = streams[number % 4], number % 2
            stream.launch(plans[d], n[d], after=[(s, len(s.cells)) for s in streams])
            stream.advance()

    in_threads([partial(submit, streams) for streams in both])
    bench.drain()
    for stream in bench.streams:
        assert stream.timeline.completed == len(stream.cells)
        assert all(stream.state(v + 1) == DONE for v in range(len(stream.cells)))


def test_a_seed_gives_one_trace_on_devices_as_well() -> None:
    def trace(seed: int | None) -> tuple[TraceEvent, ...]:
        bench = Bench(seed, devices=2)
        program(bench)
        bench.drain()
        return bench.sim.trace

    for seed in [None, *range(30)]:
        assert trace(seed) == trace(seed), seed
    assert len({trace(seed) for seed in range(30)}) > 20


def test_a_simulator_with_another_seed_is_another_simulator() -> None:
    sim = Simulator(1, memory=100, costs=COSTS)
    sim.fail("count", code=5, after=1)
    other = sim.with_seed(2)
    assert (other.seed, other.costs) == (2, COSTS)
    for each in (sim, other):  # each fails its own second run
        device = each.open(0)
        assert device.alloc(101) == 0
        stream, n = Stream(device, "sim:0/s", 1), device.alloc(4)
        plan = device.load(count.plan([Layout(None, np.dtype("u4"), (1,))]))
        for _ in range(2):
            stream.launch(plan, n)
        assert stream.queue.close(10)
        assert [stream.state(v) for v in (1, 2)] == [DONE, FAILED]
