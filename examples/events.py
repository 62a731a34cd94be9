"""Explicit events: order between streams, placed by hand.

    python examples/events.py

With `hazards="manual"` streamrt inserts no waits. Streams still run what they are given in order;
between streams you say what comes after what. This program is a diamond:

    source: fill x ──┬──> left:  y += 2 x ──┬──> source: y += z
                     └──> right: z += 3 x ──┘
"""

from __future__ import annotations

import asyncio

import numpy as np

import streamrt as srt
from streamrt_kernels import axpy


async def main() -> None:
    """Runs the diamond, and prints what its parts wait for."""
    async with srt.Runtime(hazards="manual") as rt:
        cpu = rt.device("cpu:0")
        source, left, right = cpu.stream("source"), cpu.stream("left"), cpu.stream("right")
        x = rt.empty(5, "f4")
        y, z = rt.put(np.zeros(5, "f4")), rt.put(np.arange(5, dtype="f4"))

        source.fill(x, 10.0)
        filled = source.record()  # the point after everything submitted to `source` so far

        left.wait(filled)  # holds what is submitted to `left` from here on; blocks nobody
        doubled = left.launch(axpy, x, y, alpha=2.0)
        right.wait(filled)
        tripled = right.launch(axpy, x, z, alpha=3.0)

        # An execution will do where an event is recorded only to be waited for once.
        source.wait(left.record())
        source.wait(tripled)
        joined = source.launch(axpy, z, y, alpha=1.0)

        for execution in (doubled, tripled, joined):
            print(rt.explain(execution))
        print()

        end = source.record()
        await end  # events can be awaited, too; `end.sync()` blocks the thread instead
        # An event says that work is over, not that it went well: executions tell that.
        await joined
        print("over:", end.done(), "  y:", await y.fetch())


if __name__ == "__main__":
    asyncio.run(main())
