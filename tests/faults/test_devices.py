"""Faults 13 and 15, and backends that break the contract: only their own device's work fails."""

from __future__ import annotations

import asyncio
import importlib.util
import threading
from collections.abc import Callable, Generator

import numpy as np
import pytest
from conformance.broken_backends import (
    Broken,
    CutsResults,
    NeverSignals,
    NeverStarts,
    OutOfOrder,
    RaisesFromSubmit,
    ResultsForAll,
    SignalsForNobody,
    SignalsTwice,
    SoundQueue,
    SwallowsSignals,
)
from shared.threaded_backend import ThreadedBackend, ThreadedDevice
from shared.trial_kernels import axpy

import streamrt as srt
from streamrt.backend import Launch
from streamrt.errors import DeviceLostError, StreamRTError

TIMEOUT = 3600


SIMULATED = ["sim"] if importlib.util.find_spec("streamrt._backends.sim") is not None else []


class Setup:
    """A runtime with the CPU and two devices of another kind; the first has only pending work.

    A threaded device holds it, a simulated one runs nothing until somebody waits.
    """

    def __init__(self, rt: srt.Runtime, kind: str, threaded: ThreadedBackend) -> None:
        self.rt = rt
        self.kind = kind
        self.lost, self.other = rt.device(f"{kind}:0"), rt.device(f"{kind}:1")
        self.cpu = rt.device("cpu:0")
        self.stream = self.lost.stream()
        self.device: ThreadedDevice | None = threaded.devices.get(0)
        self.x, self.y = rt.put(np.ones(8, "f4"), self.lost), rt.put(np.ones(8, "f4"), self.lost)
        rt.barrier().sync()
        if self.device is not None:
            self.device.is_open.clear()

    def work(self, count: int) -> list[srt.Execution]:
        """Executions on several streams of the device, none of which comes to an end."""
        streams = [self.stream, self.lost.stream()]
        return [streams[n % 2].launch(axpy, self.x, self.y, alpha=1.0) for n in range(count)]

    def lose(self, reason: str) -> None:
        """Has the device say that it is gone, as it would by any of its queues."""
        self.stream._lane.queue.timeline.lose(reason)

    def go_on(self) -> None:
        """Lets the device do what it has been given."""
        if self.device is not None:
            self.device.is_open.set()


@pytest.fixture(params=["threaded", *SIMULATED])
def setup(request: pytest.FixtureRequest) -> Generator[Setup]:
    threaded = ThreadedBackend()
    names = ["cpu:0", f"{request.param}:0", f"{request.param}:1"]
    with srt.Runtime(names, backends=[threaded]) as rt:
        made = Setup(rt, request.param, threaded)
        yield made
        made.go_on()


def works(device: srt.Device, rt: srt.Runtime) -> bool:
    """Whether a device still does what it is told."""
    x, y = (rt.put(np.arange(4, dtype="f4"), device) for _ in range(2))
    device.stream().launch(axpy, x, y, alpha=2.0)
    return bool((np.asarray(y) == 3 * np.arange(4)).all())


def test_all_that_is_pending_on_a_lost_device_fails_at_once(setup: Setup) -> None:
    """Fault 13: with an error that names the reason and the submit site."""
    pending = setup.work(20)
    setup.lose("it fell off the bus")
    for execution in pending:
        with pytest.raises(DeviceLostError, match="it fell off the bus") as caught:
            execution.sync(TIMEOUT)
        assert any("submitted at" in note for note in caught.value.__notes__)
    assert all(execution.done() for execution in pending)
    assert setup.stream.pending == 0


def test_other_devices_go_on_when_one_is_lost(setup: Setup) -> None:
    """Fault 13: of the same kind and of others."""
    failed = setup.work(1)
    setup.lose("gone")
    with pytest.raises(DeviceLostError):
        failed[0].sync(TIMEOUT)
    assert works(setup.other, setup.rt)
    assert works(setup.cpu, setup.rt)


async def test_those_who_await_a_lost_device_are_told(setup: Setup) -> None:
    """Fault 13: several awaiters of one execution, and awaiters of others."""
    pending = setup.work(3)

    async def outcome(execution: srt.Execution) -> str:
        try:
            await execution
        except DeviceLostError as error:
            return str(error)
        return "done"

    awaiters = [asyncio.create_task(outcome(e)) for e in (*pending, *pending)]
    await asyncio.sleep(0)
    setup.lose("no power")
    async with asyncio.timeout(TIMEOUT):
        found = await asyncio.gather(*awaiters)
    assert all("no power" in text for text in found)


async def test_what_reads_from_a_lost_device_fails_and_what_does_not_runs(setup: Setup) -> None:
    """Fault 13: a copy to another device that waits for the lost one's work."""
    (pending,) = setup.work(1)
    z = setup.rt.empty(8, "f4", setup.other)
    copy = setup.other.stream().copy(z, setup.y)
    beside = setup.other.stream().fill(setup.rt.empty(8, "f4", setup.other), 1.0)
    await beside
    setup.lose("gone")
    with pytest.raises(DeviceLostError):
        pending.sync(TIMEOUT)
    with pytest.raises(StreamRTError):
        copy.sync(TIMEOUT)
    assert works(setup.other, setup.rt)


def test_a_lost_device_takes_no_more_work(setup: Setup) -> None:
    """Fault 13: it says so at the call."""
    setup.lose("gone")
    refused: list[Callable[[], object]] = [
        lambda: setup.work(1),
        lambda: setup.stream.fill(setup.y, 1.0),
        lambda: setup.lost.stream(),
        lambda: setup.rt.put(np.ones(1 << 16), setup.lost),
    ]
    for submit in refused:
        with pytest.raises(DeviceLostError, match=f"{setup.kind}:0 is lost: gone"):
            submit()


def test_a_runtime_with_a_lost_device_can_be_left() -> None:
    """Fault 13: close gives up on nothing else; failures nobody retrieved are raised."""
    backend = ThreadedBackend()
    rt = srt.Runtime(["cpu:0", "threaded:0"], backends=[backend])
    y = rt.put(np.ones(8, "f4"), "threaded:0")
    rt.barrier().sync()
    backend.devices[0].is_open.clear()
    execution = rt.device("threaded:0").stream().launch(axpy, y, y, alpha=1.0)
    backend.devices[0].queues[0].timeline.lose("gone")
    with pytest.RaisesGroup(pytest.RaisesExc(DeviceLostError, match="gone")):
        rt.close()
    assert execution.done()
    backend.devices[0].is_open.set()


def test_what_completes_after_the_loss_has_no_effect(setup: Setup) -> None:
    """Fault 15: late completions are counted, and change nothing."""
    pending = setup.work(4)
    setup.lose("gone")
    for execution in pending:
        with pytest.raises(DeviceLostError):
            execution.sync(TIMEOUT)
    timelines = {execution.timeline.queue.timeline for execution in pending}
    values = {timeline: timeline.completed for timeline in timelines}
    setup.go_on()
    for queue in setup.device.queues if setup.device is not None else ():
        assert queue.close(TIMEOUT)
    advance = setup.stream._lane.queue.advance
    while advance is not None and advance():
        pass
    assert {timeline: timeline.completed for timeline in timelines} == values
    assert sum(timeline.strays for timeline in timelines) > 0
    with pytest.raises(DeviceLostError):
        pending[0].result()


def broken(queue: type[SoundQueue]) -> srt.Runtime:
    return srt.Runtime(["cpu:0", "broken:0"], backends=[Broken(queue)], drain_timeout=0.1)


def test_a_second_completion_has_no_effect() -> None:
    """Fault 15: each execution has one outcome, and the timeline rises by one."""
    with broken(SignalsTwice) as rt:
        stream, y = rt.device("broken:0").stream(), rt.empty(4, "f4", "broken:0")
        executions = [stream.fill(y, float(n)) for n in range(5)]
        for execution in executions:
            execution.sync(TIMEOUT)
        assert np.asarray(y).tolist() == [4.0] * 4
        assert executions[-1].timeline.queue.completed == 5


def test_threads_that_complete_the_same_execution_agree() -> None:
    """Fault 15: two threads report one execution at once."""

    class ReportsFromThreads(SoundQueue):
        def launch(self, command: Launch) -> None:
            if self.timeline.start(command.cell):
                self.run(command)
                report = [
                    threading.Thread(target=self.timeline.finish, args=(command.cell,))
                    for _ in range(3)
                ]
                for thread in report:
                    thread.start()
                for thread in report:
                    thread.join()

    with broken(ReportsFromThreads) as rt:
        stream, y = rt.device("broken:0").stream(), rt.empty(4, "f4", "broken:0")
        executions = [stream.fill(y, float(n)) for n in range(50)]
        executions[-1].sync(TIMEOUT)
        assert executions[-1].timeline.queue.completed == 50
        assert all(execution.exception() is None for execution in executions)


@pytest.mark.parametrize(
    ("queue", "reason"),
    [
        (OutOfOrder, "another execution is next"),
        (RaisesFromSubmit, "its queue raised OSError: no room"),
        (SignalsForNobody, "nothing is pending"),
        (NeverStarts, "finished and never started"),
        (CutsResults, "its queue raised ArgumentError: advance a timeline"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_backend_that_breaks_the_contract_fails_its_own_work_only(
    queue: type[SoundQueue], reason: str
) -> None:
    """Row 239: also one that hands over a part of a result."""
    with broken(queue) as rt:
        stream, y = rt.device("broken:0").stream(), rt.empty(4, "f4", "broken:0")
        submitted: list[srt.Execution] = []
        with pytest.raises(DeviceLostError, match=reason):  # noqa: PT012 - at one of these calls
            for number in range(1000):
                submitted.append(stream.fill(y, float(number)))
                if submitted[-1].done():
                    submitted[-1].result()
        for execution in submitted:
            try:
                execution.sync(TIMEOUT)
            except DeviceLostError as error:
                assert reason in str(error)  # noqa: PT017 - those before it had succeeded
        assert works(rt.device("cpu:0"), rt)


def test_a_result_for_what_did_not_run_loses_the_device() -> None:
    """Row 239: the execution that was cancelled keeps its outcome."""
    with broken(ResultsForAll) as rt:
        stream, held = rt.device("broken:0").stream(), rt.device("cpu:0").stream()
        gate, y = threading.Event(), rt.empty(4, "f4", "broken:0")
        held.call(gate.wait, TIMEOUT)
        stream.wait(held.record())  # a bare signal
        cancelled = stream.fill(y, 1.0)
        assert cancelled.cancel()
        gate.set()
        with pytest.raises(DeviceLostError, match=" finished "):
            stream.fill(y, 2.0).sync(TIMEOUT)
        assert cancelled.cancelled()
        assert works(rt.device("cpu:0"), rt)


def test_a_backend_that_never_signals_holds_up_nothing_else(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with broken(NeverSignals) as rt:
        pending = rt.device("broken:0").stream().fill(rt.empty(4, "f4", "broken:0"), 1.0)
        assert works(rt.device("cpu:0"), rt)
        assert not pending.done()
        with pytest.raises(TimeoutError):
            pending.sync(0.01)
    assert "has not ended" in caplog.text


def test_a_backend_that_swallows_a_signal_is_lost_at_the_next_execution() -> None:
    with broken(SwallowsSignals) as rt:
        stream, held = rt.device("broken:0").stream(), rt.device("cpu:0").stream()
        held.call(int).sync(TIMEOUT)
        stream.wait(held.record())  # a bare signal
        with pytest.raises(DeviceLostError, match="a bare signal is next"):
            stream.fill(rt.empty(4, "f4", "broken:0"), 1.0).sync(TIMEOUT)
        assert works(rt.device("cpu:0"), rt)
