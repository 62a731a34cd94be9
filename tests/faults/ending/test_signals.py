"""A storm of signals whose handler raises, over thousands of submissions of every kind.

Each submission was made as a whole or not at all: everything that the tracker counts ran, once, and
no device, memory or statistic suffers from it.
"""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import Callable, Generator
from types import FrameType
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import count

import streamrt as srt
from streamrt._runtime.tracking import IN_PYTHON
from streamrt.testing import Simulator

pytestmark = [
    pytest.mark.skipif(IN_PYTHON, reason="the specification submits in steps"),
    # The handler may raise inside a callback of the standard library, which swallows that.
    pytest.mark.filterwarnings("ignore:Exception ignored in. <function WeakSet"),
]

EVERY = 0.0003  # seconds from signal to signal
STRIKES = 150
ROW = 40  # submissions between two looks at the count


class Struck(KeyboardInterrupt):
    """Raised by the handler."""


class Storm:
    """Signals that raise, while `run` runs a function.

    Attributes:
        strikes: how often one did.
    """

    def __init__(self) -> None:
        self.strikes = 0
        self._is_armed = False

    def strike(self, number: int, frame: FrameType | None) -> None:
        if self._is_armed:
            self._is_armed = False
            raise Struck

    def run(self, body: Callable[[], object]) -> None:
        """Runs it again and again, until enough of the runs were interrupted; ends the storm."""
        while self.strikes < STRIKES:
            try:
                self._is_armed = True
                body()
                self._is_armed = False
            except Struck:
                self.strikes += 1
        signal.setitimer(signal.ITIMER_REAL, 0)


@pytest.fixture(params=["SIGALRM", "SIGINT"])
def storm(request: pytest.FixtureRequest) -> Generator[Storm]:
    made = Storm()
    number = signal.Signals[request.param]
    handlers = {number: signal.signal(number, made.strike)}
    if number != signal.SIGALRM:
        passed_on = signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(number))
        handlers[signal.SIGALRM] = passed_on
    others, gc.callbacks[:] = gc.callbacks[:], []  # Hypothesis has one, which is Python
    gc.collect()  # threads of other tests, for which `threading` has callbacks in Python
    signal.setitimer(signal.ITIMER_REAL, EVERY, EVERY)
    yield made
    signal.setitimer(signal.ITIMER_REAL, 0)
    gc.callbacks[:] = others
    for known, handler in handlers.items():
        signal.signal(known, handler)


def counted(buffer: srt.Buffer) -> int:
    return int(np.asarray(buffer.to("cpu:0"))[0])


def fresh(rt: srt.Runtime, device: str) -> srt.Buffer:
    return rt.put(np.zeros(1, "u4"), device)


def warm(stream: srt.Stream, buffer: srt.Buffer) -> None:
    """Compiles the kernel: an interrupt inside of the compiler is another matter."""
    stream.launch(count, buffer).sync()


def drain(rt: srt.Runtime) -> None:
    """Waits for everything on a thread of its own, where no handler runs."""

    async def main() -> None:
        await asyncio.to_thread(rt.barrier().sync)

    asyncio.run(main())


def check_clean(rt: srt.Runtime) -> None:
    engine = rt._engine
    assert not engine.lock.outbox
    for lane in engine.lanes:
        assert lane.pending == 0
    for device in rt.devices:
        stats = device.memory_stats()
        assert stats.in_use <= stats.reserved


def test_every_launch_that_counts_ran_once(storm: Storm) -> None:
    """Row 73."""
    with srt.Runtime(["cpu:0"]) as rt:
        streams = [rt.device().stream() for _ in range(2)]
        n = fresh(rt, "cpu:0")
        before = rt.device().memory_stats().in_use

        for stream in streams:
            warm(stream, n)

        def body() -> None:
            for index in range(ROW):
                streams[index % 2].launch(count, n)

        storm.run(body)
        drain(rt)
        waits = sum(len(stream._lane._track.marks) for stream in streams)
        assert waits == 0
        launched = sum(stream._lane.value for stream in streams)
        assert counted(n) == launched > ROW
        check_clean(rt)
        assert rt.device().memory_stats().in_use == before


def test_every_host_call_that_counts_ran_once(storm: Storm) -> None:
    """Row 73: and its stream waited for it."""
    with srt.Runtime(["cpu:0"]) as rt:
        stream, n = rt.device().stream(), fresh(rt, "cpu:0")
        rows: list[int] = []
        warm(stream, n)

        def add(view: np.ndarray) -> None:
            view += 1
            rows.append(int(view[0]))

        def body() -> None:
            for _ in range(ROW):
                stream.call(add, n)
                stream.launch(count, n)

        storm.run(body)
        drain(rt)
        host = stream._lane.companion
        assert host is not None
        calls = host.value
        launches = stream._lane.value - calls  # each call has the stream signal once behind it
        assert len(rows) == calls
        assert counted(n) == calls + launches
        assert rows == sorted(rows)
        check_clean(rt)


def test_every_simulated_launch_that_counts_ran_once_and_no_device_is_lost(storm: Storm) -> None:
    """Row 73: the commands that a handler keeps from the simulator are handed over later."""
    with srt.Runtime(["cpu:0", "sim:0"], backends=[Simulator(seed=5)]) as rt:
        here, there = rt.device("cpu:0").stream(), rt.device("sim:0").stream()
        n, m = fresh(rt, "cpu:0"), fresh(rt, "sim:0")
        warm(here, n)
        warm(there, m)

        def body() -> None:
            for _ in range(ROW // 4):
                there.launch(count, m)
                here.wait(there.record())  # a native queue waits for virtual time
                here.launch(count, n)
                there.wait(here.record())  # and what is simulated is held by the runtime

        storm.run(body)
        drain(rt)
        for stream, buffer in ((here, n), (there, m)):
            queue = stream._lane.queue
            assert queue.completed == stream._lane.value
            waits = stream._lane.value - counted(buffer)
            assert 0 <= waits <= stream._lane.value
        backend: Any = rt.device("sim:0")._state.backend
        assert backend.loss.reason is None
        assert abs(counted(n) - counted(m)) <= storm.strikes + 1
        check_clean(rt)


def test_waits_on_loops_survive_a_storm_of_submissions(storm: Storm) -> None:
    """Row 73: what an interrupted submission has left to do is done before an await suspends."""
    with srt.Runtime(["sim:0"], backends=[Simulator()]) as rt:
        stream, m = rt.device().stream(), fresh(rt, "sim:0")
        warm(stream, m)
        storm.run(lambda: [stream.launch(count, m) for _ in range(ROW)])

        async def main() -> None:
            await stream

        asyncio.run(main())
        assert int(m.fetch().sync()[0]) == stream._lane.value
        check_clean(rt)
