"""A kernel of your own from a numba cfunc: the Mandelbrot set, drawn in text.

    python examples/own_kernels/numba_kernel.py

`rt.register` takes any native function pointer: a numba cfunc, a ctypes or cffi function, a
PyCapsule, an address. The C prototype follows from the signature: the parameters in order, arrays
as pointers, scalars by value, then each extent as an int64. In this example it is:

    int32_t escape(double *re, double *im, int32_t *steps, int32_t limit, int64_t n)

If the pointer knows its own prototype, as a cfunc does, streamrt compares the two. The function
runs natively, without the interpreter. With `split="n"`, several threads call it. It goes from
element to element (`elementwise=True`), so each call gets a part of the arrays, and the length of
that part as `n`. A function that also reads neighbouring elements would take the whole arrays and
the bounds of its part (`bounds=True`).

The function must not raise: numba would print the error and return, and the kernel would count as
successful. It returns an error code instead (`returns="i32"`), to which `errors=` gives a meaning.
"""

from __future__ import annotations

import asyncio
from typing import Any

import numpy as np
from numba import carray, cfunc

import streamrt as srt

PROTOTYPE = "int32(CPointer(float64), CPointer(float64), CPointer(int32), int32, int64)"
SHADES = " .:-=+*#%@"
WIDTH, HEIGHT, LIMIT = 72, 24, 200


def escape(re: Any, im: Any, steps: Any, limit: int, n: int) -> int:
    """Counts the steps until z = z*z + c leaves the circle of radius 2. numba compiles it."""
    if limit < 1:
        return 1
    points_re, points_im, counts = carray(re, n), carray(im, n), carray(steps, n)
    for i in range(n):
        x = y = 0.0
        count = 0
        while count < limit and x * x + y * y <= 4.0:
            x, y = x * x - y * y + points_re[i], 2.0 * x * y + points_im[i]
            count += 1
        counts[i] = count
    return 0


async def main() -> None:
    """Registers the function, runs it over the points of a picture, and draws the picture."""
    async with srt.Runtime() as rt:
        kernel = rt.register(
            "escape",
            cfunc(PROTOTYPE)(escape),  # the kernel keeps it alive
            "re: f64[n], im: f64[n], out steps: i32[n], limit: i32",
            split="n",
            grain=256,  # points; a smaller part is not worth its own thread
            elementwise=True,
            returns="i32",
            errors={1: "limit must be at least 1"},
        )
        im, re = np.mgrid[-1.2 : 1.2 : HEIGHT * 1j, -2.2 : 0.8 : WIDTH * 1j]
        # The signature fixes the rank: `f64[n]` is one row of points.
        points = rt.put(re).reshape(-1), rt.put(im).reshape(-1)
        steps: srt.Buffer = await rt.execute(kernel, *points, limit=LIMIT)
        picture = await steps.reshape(HEIGHT, WIDTH).fetch()

    for row in picture:
        shades = np.minimum(np.log2(row) * 1.3, len(SHADES) - 1).astype(int)
        print("".join(SHADES[shade] for shade in shades))
    print(f"{(picture == LIMIT).sum()} of {picture.size} points stay")


if __name__ == "__main__":
    asyncio.run(main())
