"""Compiles kernels, runs each once, and drops it; says how much memory the process has then.

    python tests/long/dropping.py --cycles 10000
    python tests/long/dropping.py --jit --cycles 10000

Each kernel differs from all others. Nothing on disk is found again, because the cache is a folder
of its own. Exits with 1 if memory has grown by 5 KB a kernel, of which 50 MB are ten thousand.
Functions of `streamrt.jit` fill some caches first, so there the 50 MB count, however few they are.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import streamrt as srt
from streamrt._runtime.compiled_calls import Callee, Compiled, Recipe

MOST = 5000  # bytes a kernel
MOST_OF_JIT = 50_000_000  # bytes
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


def traced(number: int) -> Callable[[Any], Any]:
    """Returns a function of seven operations; of 16,384 in a row, no two do the same."""

    def function(x: Any) -> Any:
        y = -x
        for turn in range(7):
            y = _OPERATIONS[number >> 2 * turn & 3](y, x)
        return y * 2.5

    return function


_OPERATIONS: tuple[Callable[[Any, Any], Any], ...] = (
    lambda y, x: np.abs(y),
    np.add,
    np.multiply,
    np.minimum,
)


def growth_of_jit(cycles: int) -> int:
    """Returns the bytes by which the process grows in all, when functions come and go."""
    with srt.Runtime(["cpu:0"]) as rt:
        x = rt.put(np.full(16, 3.0, "f4"))
        np.asarray(srt.jit(traced(cycles))(x))
        before = resident()
        for number in range(cycles):
            function = traced(number)
            found = srt.jit(function)(x)
            if number % 100 == 0:
                assert np.allclose(np.asarray(found), function(np.full(16, 3.0, "f4")))
        return resident() - before


def main() -> int:
    """Prints the growth of calls and of launches, or of jit; 1 if one of them is too much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cycles", type=int, default=10_000)
    parser.add_argument("--jit", action="store_true")
    options = parser.parse_args()
    cycles, worst = options.cycles, 0.0
    with tempfile.TemporaryDirectory() as folder:
        os.environ["STREAMRT_CACHE_DIR"] = folder
        if options.jit:
            grown = growth_of_jit(cycles)
            print(f"jit: {cycles} functions, {grown / 1e6:.1f} MB in all")
            return int(grown > MOST_OF_JIT)
        for name, by_launch in (("calls", False), ("launches", True)):
            began = time.perf_counter()
            grown = growth(cycles, by_launch=by_launch)
            each = (time.perf_counter() - began) / (cycles + WARM)
            print(f"{name}: {cycles} kernels, {grown:.0f} bytes and {1e3 * each:.2f} ms each")
            worst = max(worst, grown)
    return int(worst > MOST)


if __name__ == "__main__":
    sys.exit(main())
