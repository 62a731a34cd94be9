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

N, STEPS = 256, 1000


async def main() -> None:
    """Stops work in three ways, and prints how each ended."""
    async with srt.Runtime() as rt:
        stream = rt.device("cpu:0").stream("work")
        a = rt.put(np.full((N, N), 1 / N, "f4"))
        x, y = rt.put(np.ones((N, N), "f4")), rt.empty((N, N))
        await rt.compile(matmul, a, x, y)

        # 1. A task that gives up waiting cancels nothing.
        products = [stream.launch(matmul, a, x, y) for _ in range(20)]
        try:
            async with asyncio.timeout(0):
                await products[-1]
        except TimeoutError:
            print("1. nobody waits, but it is not cancelled:", products[-1].cancelled())
        await products[-1]  # it can still be awaited

        # 2. A cancelled execution in the queue never runs, and readers of its output are skipped.
        for _ in range(20):
            stream.launch(matmul, a, x, y)
        doomed = stream.fill(x, 0.0)
        reader = stream.launch(matmul, a, x, y)
        print("2. cancelled in time:", doomed.cancel())
        try:
            await reader
        except srt.errors.DependencyError as error:
            print("   what reads it:", str(error.__cause__).partition(";")[0])
        stream.fill(x, 1.0)  # writing all of x makes it good again
        print("   after another fill:", (await x.fetch())[0, 0])

        # 3. A scope in a timeout: when the TimeoutError arrives, none of its work is left.
        scope, steps = rt.scope(), list[srt.Execution]()
        try:
            async with asyncio.timeout(0.02), scope:
                steps += [stream.launch(matmul, a, x, y) for _ in range(STEPS)]
        except TimeoutError:
            cancelled = sum(step.cancelled() for step in steps)
            print(
                f"3. of {STEPS} steps {STEPS - cancelled} ran, {cancelled} were cancelled,", end=" "
            )
            print(f"{scope.pending} are pending")


if __name__ == "__main__":
    asyncio.run(main())
