"""A diamond on two streams: a graph, its plan, and pictures of both.

    python examples/graph_diamond.py [DIRECTORY]    # for the two pictures; default: a new one

`left` and `right` come from `top`, and then they are joined. The program does not say so: a capture
records the memory that each launch reads and writes, and the plan puts nodes that need not wait for
each other on two streams. A buffer that is made in the capture has no memory yet: the plan gives
`tail` the memory that `top` had before.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

import numpy as np

import streamrt as srt
from streamrt_kernels import axpy, matmul, normalize_rows

ROWS, WIDTH = 256, 64


def record(rt: srt.Runtime) -> srt.Graph:
    """Captures the diamond; nothing runs."""
    random = np.random.default_rng(5)
    x = rt.put(random.random((ROWS, WIDTH), "f4"))
    u, v, w = (rt.put(w) for w in random.normal(0, 0.1, (3, WIDTH, WIDTH)).astype("f4"))
    stream = rt.device().stream()  # the plan does not depend on the streams used here
    with rt.capture(x=x, u=u, v=v, w=w) as graph:
        top, left, right, tail, y = (rt.empty(x.shape) for _ in range(5))  # t0 to t3, and y
        stream.launch(matmul, x, u, top)
        stream.launch(matmul, top, v, left)
        stream.launch(matmul, top, w, right)
        stream.launch(normalize_rows, right)
        stream.launch(axpy, right, left, alpha=0.5)  # left += 0.5 * right
        stream.launch(matmul, left, u, tail)
        stream.launch(matmul, tail, v, y)
        graph.output("y", y)
    return graph


async def main(directory: Path | None = None) -> None:
    """Prints the graph and its plan, replays it, and draws both."""
    async with srt.Runtime() as rt:
        graph = record(rt)
        plan = graph.plan(rt.device(), streams=2)
        print(graph, plan.explain(), sep="\n\n")
        y: srt.Buffer = await plan.instantiate().replay()
        print("\ny:", (await y.fetch())[0, :4])
    directory = directory or Path(tempfile.mkdtemp(prefix="streamrt-"))
    for name, drawn in {"graph": graph.to_svg(), "graph_diamond": plan.to_svg()}.items():
        path = directory / f"{name}.svg"
        path.write_text(drawn, encoding="utf-8")
        print("drawn:", path)


if __name__ == "__main__":
    asyncio.run(main(*map(Path, sys.argv[1:2])))
