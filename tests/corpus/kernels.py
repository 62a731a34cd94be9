"""Kernels for the corpus: three do more than their signatures say, and have honest twins."""

from __future__ import annotations

import streamrt as srt
from streamrt.emit import Code, Module


def _element(code: Code, array: str, index: str) -> str:
    return code.load("float", code.at(array, index, "float"))


def _halve(in_place: bool) -> str:
    module = Module()
    with module.function("i32", "halve") as code:
        x, y = code.slot(1), code.slot(2)
        (n,) = code.words(code.slot(0), 1)
        with code.loop("0", n) as loop:
            half = code.let(f"fmul float {_element(code, x, loop.index)}, 5.000000e-01")
            code.store("float", half, code.at(y, loop.index, "float"))
            if in_place:
                code.store("float", half, code.at(x, loop.index, "float"))
    return module.text()


def _smooth(first: int) -> str:
    """Writes the sums of two neighbours; the left one is `first` elements from y's own index."""
    module = Module()
    with module.function("i32", "smooth") as code:
        x, y, layout = code.slot(1), code.slot(2), code.slot(0)
        n = code.words(layout, 2)[1] if first == 0 else code.words(layout, 1)[0]
        with code.loop("0", n) as loop:
            left = code.let(f"add i64 {loop.index}, {first}")
            right = code.let(f"add i64 {left}, 2")
            value = code.let(f"fadd float {_element(code, x, left)}, {_element(code, x, right)}")
            code.store("float", value, code.at(y, loop.index, "float"))
    return module.text()


def _clear(beyond: int) -> str:
    module = Module()
    with module.function("i32", "clear") as code:
        y = code.slot(1)
        (n,) = code.words(code.slot(0), 1)
        with code.loop("0", code.let(f"add i64 {n}, {beyond}")) as loop:
            code.store("float", "0.000000e+00", code.at(y, loop.index, "float"))
    return module.text()


_OPENCL_HALVE = """
__kernel void halve(const Words w, __global const float *x, __global float *y)
{
    for (long i = get_global_id(0); i < w.at[0]; i += get_global_size(0)) y[i] = x[i] * 0.5f;
}
"""

halve = srt.Kernel(
    "halve",
    "x: f32[n], out y: f32[n]",
    cpu=srt.LLVM(_halve(False)),
    opencl=srt.OpenCL(_OPENCL_HALVE),
)
"""y becomes half of x."""

halve_in_place = srt.Kernel("halve", "x: f32[n], out y: f32[n]", cpu=srt.LLVM(_halve(True)))
"""The same, and x too, which it only reads by its signature."""

smooth = srt.Kernel("smooth", "x: f32[m], out y: f32[n]", cpu=srt.LLVM(_smooth(0)))
"""y[i] becomes x[i] + x[i + 2]: x has one more element at either end, m is n + 2."""

smooth_unpadded = srt.Kernel("smooth", "x: f32[n], out y: f32[n]", cpu=srt.LLVM(_smooth(-1)))
"""y[i] becomes x[i - 1] + x[i + 1], so that it reads one element before x and one behind it."""

clear = srt.Kernel("clear", "out y: f32[n]", cpu=srt.LLVM(_clear(0)))
"""y becomes 0."""

clear_one_more = srt.Kernel("clear", "out y: f32[n]", cpu=srt.LLVM(_clear(1)))
"""The same, and one element behind y."""
