"""A kernel of your own in C: heat flows through a plate, and its borders stay as they are.

    python examples/own_kernels/c_kernel.py

The text is compiled by the C compiler of the machine (`cc`, or what CC says) to a shared library,
and cffi opens that. The C prototype follows from the signature: the parameters in order, arrays as
pointers, scalars by value, then each extent as an int64_t. With `bounds=True` two more follow,
`int64_t lo, int64_t hi`: the rows that this call writes, because several threads share the work.
cffi knows the prototype, and streamrt compares it with the signature.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import cffi  # type: ignore[import-untyped]
import numpy as np

import streamrt as srt

PROTOTYPE = """
void heat(const float *x, float *y, float rate, int64_t n, int64_t m, int64_t lo, int64_t hi);
"""
SOURCE = """
#include <stdint.h>

void heat(const float *x, float *y, float rate, int64_t n, int64_t m, int64_t lo, int64_t hi)
{
    for (int64_t i = lo; i < hi; i++)
        for (int64_t j = 0; j < m; j++) {
            const float *at = x + i * m + j;
            int inside = i > 0 && i < n - 1 && j > 0 && j < m - 1;
            y[i * m + j] = inside
                ? at[0] + rate * (at[-m] + at[m] + at[-1] + at[1] - 4 * at[0]) : at[0];
        }
}
"""
SIZE, STEPS, RATE = 64, 200, 0.2

LIBRARIES: list[object] = []
"""The libraries that are open. One that nobody keeps is closed, with the functions in it."""


def compiled(folder: Path) -> srt.Kernel:
    """Returns the kernel; the file of the library may be deleted once it is open."""
    source, library = folder / "heat.c", folder / "heat.so"
    source.write_text(SOURCE)
    compiler = os.environ.get("CC", "cc").split()
    options = ["-O3", "-shared", "-fPIC", "-o", str(library), str(source)]
    subprocess.run([*compiler, *options], check=True)
    ffi: Any = cffi.FFI()
    ffi.cdef(PROTOTYPE)
    opened = ffi.dlopen(str(library))
    LIBRARIES.append(opened)
    return srt.Kernel(
        "heat",
        "x: f32[n, m], out y: f32[n, m], rate: f32",
        split="n",
        grain=64,  # rows; fewer are not worth a thread of their own
        cpu=srt.Native(ffi.addressof(opened, "heat"), bounds=True),
    )


async def main() -> None:
    """Heats one edge of a plate, and prints the temperatures along its middle."""
    with tempfile.TemporaryDirectory() as folder:
        heat = compiled(Path(folder))
    plate = np.zeros((SIZE, SIZE), np.float32)
    plate[0] = 100
    async with srt.Runtime() as rt:
        stream = rt.device().stream()
        x = rt.put(plate)
        y = rt.empty(x.shape, x.dtype)
        for _ in range(STEPS):
            stream.launch(heat, x, y, rate=RATE)  # it waits for the step before
            x, y = y, x
        final = await x.fetch()
    middle = final[:: SIZE // 8, SIZE // 2]
    print("degrees along the middle:", " ".join(f"{degrees:.1f}" for degrees in middle))


if __name__ == "__main__":
    asyncio.run(main())
