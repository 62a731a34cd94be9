"""Cancellation and timeouts: an awaiter gives up, an execution is cancelled, a scope is left.

    python examples/cancellation.py

Awaiting and running are two things. Who stops waiting stops nothing; `cancel` keeps an execution
from starting; and a scope that is left by an exception, here a timeout, cancels what is queued in
it and waits for what runs, so that nothing goes on behind the program's back.
"""

from __future__ import annotations

import asyncio

import numpy as np

import streamrt as srt
from streamrt_kernels import matmul

N, STEPS = 256, 1000


async def main() -> None:
    """Stops things in three ways, and prints what became of them."""
    async with srt.Runtime() as rt:
        stream = rt.device("cpu:0").stream("work")
        a = rt.put(np.full((N, N), 1 / N, "f4"))
        x, y = rt.put(np.ones((N, N), "f4")), rt.empty((N, N))
        await rt.compile(matmul, a, x, y)

        # 1. Who gives up gives up alone.
        products = [stream.launch(matmul, a, x, y) for _ in range(20)]
        try:
            async with asyncio.timeout(0):
                await products[-1]
        except TimeoutError:
            print("1. nobody waits, but it is not cancelled:", products[-1].cancelled())
        await products[-1]  # as good as new

        # 2. What is cancelled in the queue never runs, and what would read its output is skipped.
        for _ in range(20):
            stream.launch(matmul, a, x, y)
        doomed = stream.fill(x, 0.0)
        reader = stream.launch(matmul, a, x, y)
        print("2. cancelled in time:", doomed.cancel())
        try:
            await reader
        except srt.errors.DependencyError as error:
            print("   what reads it:", str(error.__cause__).partition(";")[0])
        stream.fill(x, 1.0)  # to write it anew makes it good again
        print("   after another fill:", (await x.fetch())[0, 0])

        # 3. A scope under a timeout: none of its work is left when the timeout is seen.
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
