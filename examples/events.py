"""Explicit events: the program itself gives the order between streams.

    python examples/events.py

With `hazards="manual"` streamrt inserts no waits. A stream still runs its work in order; between
streams, you say which work comes after which. This program is a diamond:

    source: fill x ──┬──> left:  y += 2 x ──┬──> source: y += z
                     └──> right: z += 3 x ──┘
"""

from __future__ import annotations

import asyncio

import numpy as np

import streamrt as srt
from streamrt_kernels import axpy


async def main() -> None:
    """Runs the diamond, and prints the waits of its parts."""
    async with srt.Runtime(hazards="manual") as rt:
        cpu = rt.device("cpu:0")
        source, left, right = cpu.stream("source"), cpu.stream("left"), cpu.stream("right")
        x = rt.empty(5, "f4")
        y, z = rt.put(np.zeros(5, "f4")), rt.put(np.arange(5, dtype="f4"))

        source.fill(x, 10.0)
        filled = source.record()  # the point after everything submitted to `source` so far

        left.wait(filled)  # holds work submitted to `left` from here on; does not block the program
        doubled = left.launch(axpy, x, y, alpha=2.0)
        right.wait(filled)
        tripled = right.launch(axpy, x, z, alpha=3.0)

        # An execution can stand in for an event that is waited for only once.
        source.wait(left.record())
        source.wait(tripled)
        joined = source.launch(axpy, z, y, alpha=1.0)

        for execution in (doubled, tripled, joined):
            print(rt.explain(execution))
        print()

        end = source.record()
        await end  # events can be awaited, too; `end.sync()` blocks the thread instead
        # An event says that work has ended, not that it succeeded; an execution says that.
        await joined
        print("over:", end.done(), "  y:", await y.fetch())


if __name__ == "__main__":
    asyncio.run(main())
