"""Several threads and event loops submit to one runtime at once."""

from __future__ import annotations

import asyncio
import random
from functools import partial

import numpy as np
import pytest
from shared.threads import in_threads
from shared.trial_kernels import axpy, count

import streamrt as srt
from streamrt.errors import DependencyError, ExecutionCancelledError


class Client:
    """One thread or loop that submits a random program and knows what must come of it."""

    def __init__(self, rt: srt.Runtime, streams: list[srt.Stream], seed: int) -> None:
        self.rt, self.streams = rt, streams
        self.draw = random.Random(seed)
        self.one = rt.put(np.ones(64, "f4"))
        self.mine, self.expected = rt.put(np.zeros(64, "f4")), np.zeros(64, "f4")
        self.cancelled = self.counted = 0

    def step(self, shared: srt.Buffer, n: srt.Buffer) -> srt.Execution:
        """Submits something; gives an execution to wait for."""
        stream = self.draw.choice(self.streams)
        match self.draw.randrange(6):
            case 0:
                low = self.draw.randrange(32)
                part = slice(low, low + self.draw.randrange(1, 32))
                self.expected[part] += 1
                return stream.launch(axpy, self.one[part], self.mine[part], 1.0)
            case 1:
                self.expected *= 2
                return stream.launch(axpy, self.mine, self.mine, 1.0)
            case 2:
                self.mine = self.rt.put(self.expected)  # the old one is in flight
                return stream.copy(self.rt.empty(64), self.mine)
            case 3:
                execution = stream.copy(self.rt.empty(64), self.one)
                self.cancelled += execution.cancel()
                return execution
            case 4:
                return stream.call(lambda a: a.sum(), self.mine, reads=[self.mine])
            case _:
                self.counted += 1
                stream.launch(axpy, self.one, shared, 1.0)
                return stream.launch(count, n)

    def in_thread(self, shared: srt.Buffer, n: srt.Buffer, steps: int) -> None:
        for i in range(steps):
            execution = self.step(shared, n)
            if self.draw.random() < 0.2:
                try:
                    execution.sync(60)
                except ExecutionCancelledError:
                    pass
            if i % 50 == 0:
                np.testing.assert_array_equal(np.asarray(self.mine), self.expected)
                self.expected[:] = 0
                self.streams[0].fill(self.mine, 0)

    async def on_loop(self, shared: srt.Buffer, n: srt.Buffer, steps: int) -> None:
        for i in range(steps):
            execution = self.step(shared, n)
            if self.draw.random() < 0.3:
                awaiting = asyncio.ensure_future(execution)
                if self.draw.random() < 0.3:
                    awaiting.cancel()
                await asyncio.wait([awaiting])
                assert awaiting.cancelled() or isinstance(
                    awaiting.exception(), ExecutionCancelledError | None
                )
            await self.draw.choice(self.streams).drain()
            if i % 50 == 0:
                np.testing.assert_array_equal(await self.mine.fetch(), self.expected)
                self.expected[:] = 0
                await self.streams[0].fill(self.mine, 0)


@pytest.mark.usefixtures("eager_switching")
@pytest.mark.parametrize("limit", [None, 1 << 16])
def test_threads_and_loops_submit_to_the_same_streams(limit: int | None) -> None:
    seed = random.randrange(1 << 32)
    print("seed", seed)
    with srt.Runtime(memory_limit=limit) as rt:
        cpu = rt.device()
        streams = [cpu.stream(high_water=64) for _ in range(4)]
        shared, n = rt.put(np.zeros(64, "f4")), rt.put(np.zeros(1, "u4"))
        clients = [Client(rt, streams, seed + i) for i in range(6)]

        def work(i: int) -> None:
            if i % 2:
                asyncio.run(clients[i].on_loop(shared, n, 400))
            else:
                clients[i].in_thread(shared, n, 400)

        in_threads([partial(work, i) for i in range(len(clients))])
        counted = sum(client.counted for client in clients)
        assert np.asarray(n).tolist() == [counted]
        assert np.asarray(shared).tolist() == [float(counted)] * 64
        print("cancelled", sum(client.cancelled for client in clients))
        for client in clients:
            try:
                np.testing.assert_array_equal(np.asarray(client.mine), client.expected)
            except DependencyError:
                pytest.fail("somebody else's cancellation poisoned it")


def test_loops_that_ended_make_room_for_others() -> None:
    """The native side tells 64 loops apart, one bit for each."""
    with srt.Runtime() as rt:
        stream, n = rt.device().stream(), rt.put(np.zeros(1, "u4"))
        for _ in range(200):  # closed loops give their places back

            async def main() -> None:
                await asyncio.gather(*(stream.launch(count, n) for _ in range(20)))

            asyncio.run(main())
        assert np.asarray(n).tolist() == [4000]
