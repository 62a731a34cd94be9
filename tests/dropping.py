"""Compiles kernels, runs each once, and drops it; says how much memory the process has then.

    python tests/dropping.py --cycles 10000

Each kernel differs from all others. Nothing on disk is found again, because the cache is a folder
of its own. Exits with 1 if memory has grown by 5 KB a kernel, of which 50 MB are ten thousand.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import streamrt as srt
from streamrt._runtime.calls import Callee, Compiled, Recipe

MOST = 5000  # bytes a kernel
WARM = 120  # kernels before the first look, so that all caches are full

_TEXT = """
define i32 @dropped(ptr %args, i64 %lo, i64 %hi) {{
  %slot = getelementptr ptr, ptr %args, i64 1
  %y = load ptr, ptr %slot
  store i64 {number}, ptr %y
  ret i32 0
}}
"""


def resident() -> int:
    """Returns the memory that the process has, in bytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def run_once(rt: srt.Runtime, stream: srt.Stream, number: int, *, by_launch: bool) -> None:
    """Compiles a kernel, runs it and drops it: launched on a stream, or called as jit does."""
    kernel = srt.Kernel(
        "dropped", "out y: i64[1]", cpu=srt.LLVM(_TEXT.format(number=number), opt=0)
    )
    if by_launch:
        y = rt.empty(1, "int64")
        stream.launch(kernel, y)
    else:
        state = stream.device._state
        layout = state.intern(np.dtype("i8"), (1,))
        callee = Callee.of_kernel(state, kernel, [layout])
        compiled = Compiled(stream, callee, Recipe((), (), (layout,), ((0, 0),), (0,)))
        y = compiled.in_python((), sys._getframe())
    assert np.asarray(y)[0] == number


def growth(cycles: int, *, by_launch: bool) -> float:
    """Returns the bytes by which the process grows with each kernel that comes and goes."""
    with srt.Runtime(["cpu:0"]) as rt:
        stream = rt.device().stream()
        for number in range(WARM):
            run_once(rt, stream, number, by_launch=by_launch)
        before = resident()
        for number in range(WARM, WARM + cycles):
            run_once(rt, stream, number, by_launch=by_launch)
        return (resident() - before) / cycles


def main() -> int:
    """Prints the growth of calls and of launches; 1 if one of them is too much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cycles", type=int, default=10_000)
    cycles = parser.parse_args().cycles
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        os.environ["STREAMRT_CACHE_DIR"] = folder
        for name, by_launch in (("calls", False), ("launches", True)):
            began = time.perf_counter()
            grown = growth(cycles, by_launch=by_launch)
            each = (time.perf_counter() - began) / (cycles + WARM)
            print(f"{name}: {cycles} kernels, {grown:.0f} bytes and {1e3 * each:.2f} ms each")
            worst = max(worst, grown)
    return int(worst > MOST)


if __name__ == "__main__":
    sys.exit(main())
