"""Cancellation and timeouts: an awaiter gives up, an execution is cancelled, a scope is left.

    python examples/cancellation.py

Awaiting and running are two different things. A task that stops waiting stops no work. `cancel`
keeps an execution from starting. When an exception, here a timeout, ends the block of a scope, the
scope cancels its queued work and waits for its running work, so that no work goes on unseen.
"""

from __future__ import annotations

import asyncio

import numpy as np

import streamrt as srt
from streamrt_kernels import matmul

N, STEPS = 256, 10


async def main() -> None:
    """Stops work in three ways, and prints how each ended."""
    async with srt.Runtime() as rt:
        stream = rt.device("cpu:0").stream("work")
        a = rt.put(np.full((N, N), 1 / N, "f4"))
        x, y = rt.put(np.ones((N, N), "f4")), rt.empty((N, N))
        await rt.warm(matmul, a, x, y)

        # 1. A task that gives up waiting cancels nothing.
        gate = asyncio.Event()
        stream.call(gate.wait)  # holds the stream: what follows it stays queued
        product = stream.launch(matmul, a, x, y)
        try:
            async with asyncio.timeout(0):
                await product
        except TimeoutError:
            print("1. nobody waits, but it is not cancelled:", product.cancelled())
        gate.set()
        await product  # it can still be awaited

        # 2. A cancelled execution in the queue never runs, and readers of its output are skipped.
        gate.clear()
        stream.call(gate.wait)
        doomed = stream.fill(x, 0.0)
        reader = stream.launch(matmul, a, x, y)
        print("2. cancelled in time:", doomed.cancel())
        gate.set()
        try:
            await reader
        except srt.errors.DependencyError as error:
            print("   what reads it:", str(error.__cause__).partition(";")[0])
        stream.fill(x, 1.0)  # x is good again once it is written again
        print("   after another fill:", (await x.fetch())[0, 0])

        # 3. A scope under a timeout: none of its work is left when the timeout is seen.
        gate.clear()
        scope, steps = rt.scope(), list[srt.Execution]()
        try:
            async with asyncio.timeout(0.02), scope:
                steps += [stream.launch(matmul, a, x, y) for _ in range(STEPS)]
                stream.call(gate.wait)  # a reply that does not come in time
                steps += [stream.launch(matmul, a, x, y) for _ in range(STEPS)]
                try:
                    await stream
                finally:
                    gate.set()  # ends the call, if it runs: the scope waits for it
        except TimeoutError:
            cancelled = sum(step.cancelled() for step in steps)
            ran = len(steps) - cancelled
            print(f"3. of {len(steps)} steps {ran} ran, {cancelled} were cancelled,", end=" ")
            print(f"{scope.pending} are pending")


if __name__ == "__main__":
    asyncio.run(main())
