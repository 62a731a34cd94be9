"""Records the run that pictures/opencl_streams.svg shows: two streams of a device of OpenCL.

    python docs/scripts/opencl_streams.py

It writes pictures/opencl_streams.toml, from which draw.py draws the picture. The stream `load`
copies blocks, one after the other into two buffers; `work` adds each to a total. The times are
those of the executions: one began when it was handed to the driver, or when the last one that it
waits for had ended.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import streamrt as srt
from streamrt._backends.opencl import backend

FILE = Path(__file__).resolve().parents[1] / "pictures" / "opencl_streams.toml"
BLOCK = 1 << 21  # elements
BLOCKS = 4

ADD = srt.Kernel(
    "add",
    "x: f32[n], inout total: f32[n]",
    split="n",
    opencl=srt.OpenCL("""
__kernel void add(const Words w, __global const float *x, __global float *total)
{
    for (long i = get_global_id(0); i < w.at[0]; i += get_global_size(0))
        total[i] += x[i];
}
"""),
)


def record() -> list[tuple[str, str, int, int]]:
    """Runs the program a few times; returns the last run: lanes, labels, starts and ends in ns."""
    with srt.Runtime(["opencl:0"]) as rt:
        load, work = rt.device().stream("load"), rt.device().stream("work")
        sources = [rt.put(np.full(BLOCK, k, np.float32)) for k in range(BLOCKS)]
        buffers = [rt.put(np.zeros(BLOCK, np.float32)) for _ in range(2)]
        total = rt.put(np.zeros(BLOCK, np.float32))
        done: list[tuple[str, str, srt.Execution[None]]] = []
        for _ in range(5):
            rt.barrier().sync()
            done.clear()
            for number, source in enumerate(sources):
                buffer, name = buffers[number % 2], "ab"[number % 2]
                done.append(("load", f"to {name}", load.copy(buffer, source)))
                done.append(("work", f"+= {name}", work.launch(ADD, buffer, total)))
            rt.barrier().sync()
        ends: list[int] = []
        rows: list[tuple[str, str, int, int]] = []
        for place, (lane, label, execution) in enumerate(done):
            times = execution.times
            before = [place - 1] if lane == "work" else [place - 3] if place >= 4 else []
            start = max([times.started, *[ends[k] for k in before]])
            ends.append(times.finished)
            rows.append((lane, label, start, times.finished))
        return rows


def main() -> int:
    """Writes the file."""
    rows = record()
    first = min(start for _, _, start, _ in rows)
    lines = [f'device = "{backend.describe()[0]}"']
    for lane, label, start, end in rows:
        lines += ["", "[[run]]", f'lane = "{lane}"', f'label = "{label}"']
        lines += [f"start_us = {(start - first) / 1e3:.0f}", f"end_us = {(end - first) / 1e3:.0f}"]
    FILE.write_text("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
