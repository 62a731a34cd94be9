"""One kernel in four ways: a step of heat through a plate, whose borders stay as they are.

The functions are those of the page "Own kernels": NumPy's words, loops for numba, C, and LLVM IR.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import streamrt as srt
from streamrt.emit import Code, Module, vector

SIGNATURE = "x: f32[n, m], out y: f32[n, m]"
LANES = 16
NAMES = ("heat-numpy", "heat-numba", "heat-c", "heat-ir")
"""The rows, one for each way."""


STEPS = 10
"""The steps of a measured call, there and back between two plates."""


def plate() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Returns a plate, and memory for the next one."""
    x = np.random.default_rng(0).standard_normal((2048, 2048), np.float32)
    return x, np.zeros_like(x)


def checked(call: Callable[[], object], x: Any, y: Any) -> None:
    """Raises unless a call computes the step.

    Raises:
        AssertionError: it does not.
    """
    call()
    expected = x.copy()
    around = x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:]
    expected[1:-1, 1:-1] = np.float32(0.2) * (x[1:-1, 1:-1] + around)
    np.testing.assert_allclose(y, expected, rtol=1e-4, atol=1e-5)


def ways() -> dict[str, srt.Kernel]:
    """Returns the kernel of each row."""
    return dict(zip(NAMES, (heat, heat_in_loops, heat_in_c(), heat_in_ir), strict=True))


@srt.kernel(SIGNATURE)
def heat(x: Any, y: Any) -> None:
    around = x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:]
    y[1:-1, 1:-1] = 0.2 * x[1:-1, 1:-1] + 0.2 * around
    y[0], y[-1] = x[0], x[-1]
    y[1:-1, 0], y[1:-1, -1] = x[1:-1, 0], x[1:-1, -1]


@srt.kernel(SIGNATURE, compiler="numba", split="n")
def heat_in_loops(x: Any, y: Any, lo: int, hi: int) -> None:
    n, m = x.shape
    for i in range(lo, hi):
        if i == 0 or i == n - 1:
            y[i] = x[i]
            continue
        y[i, 0], y[i, m - 1] = x[i, 0], x[i, m - 1]
        for j in range(1, m - 1):
            around = x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1]
            y[i, j] = np.float32(0.2) * x[i, j] + np.float32(0.2) * around


C_SOURCE = """
#include <stdint.h>
#include <string.h>

void heat(const float *x, float *y, int64_t n, int64_t m, int64_t lo, int64_t hi)
{
    for (int64_t i = lo; i < hi; i++) {
        const float *at = x + i * m;
        float *to = y + i * m;
        if (i == 0 || i == n - 1) {
            memcpy(to, at, m * sizeof *to);
            continue;
        }
        to[0] = at[0], to[m - 1] = at[m - 1];
        for (int64_t j = 1; j < m - 1; j++)
            to[j] = 0.2f * at[j] + 0.2f * (at[j - m] + at[j + m] + at[j - 1] + at[j + 1]);
    }
}
"""
LIBRARIES: list[object] = []


def heat_in_c() -> srt.Kernel:
    """Returns the kernel in C, compiled for this machine."""
    import cffi  # type: ignore[import-untyped]

    ffi: Any = cffi.FFI()
    ffi.cdef("void heat(const float *, float *, int64_t, int64_t, int64_t, int64_t);")
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder, "heat.c"), Path(folder, "heat.so")
        source.write_text(C_SOURCE)
        options = ["-O3", "-march=native", "-shared", "-fPIC", "-o", str(library), str(source)]
        compiler = ["cc"] if shutil.which("cc") else [sys.executable, "-m", "ziglang", "cc"]
        subprocess.run([*compiler, *options], check=True)
        opened = ffi.dlopen(str(library))
    LIBRARIES.append(opened)
    native = srt.Native(ffi.addressof(opened, "heat"), bounds=True)
    return srt.Kernel("heat_in_c", SIGNATURE, split="n", grain=32, cpu=native)


def _element(code: Code, lanes: int, at: str, row: str) -> str:
    """Emits the new value of elements from `at` on; a row has `row` bytes."""
    wide = vector(lanes, "float")

    def near(distance: str) -> str:
        return code.load(wide, code.at(at, distance), "float")

    up = code.let(f"sub i64 0, {row}")
    around = code.let(f"fadd {wide} {near(up)}, {near(row)}")
    for distance in ("-4", "4"):
        around = code.let(f"fadd {wide} {around}, {near(distance)}")
    factor = code.splat(lanes, "float", "0x3FC99999A0000000")  # 0.2 as f32
    own = code.let(f"fmul {wide} {factor}, {near('0')}")
    around = code.let(f"fmul {wide} {factor}, {around}")
    return code.let(f"fadd {wide} {own}, {around}")


def _heat(binding: srt.Binding) -> str:
    module = Module()
    with module.function("i32", "heat") as code:
        n, m = code.words(code.slot(0), 2)
        row, last = code.let(f"mul i64 {m}, 4"), code.let(f"sub i64 {n}, 1")
        with code.loop("%lo", "%hi") as rows:
            start = code.let(f"mul i64 {rows.index}, {row}")
            x, y = code.at(code.slot(1), start), code.at(code.slot(2), start)
            copied = code.local(8)  # the elements of this row that stay as they are
            code.store("i64", "1", copied)
            for border in ("0", last):
                with code.when(code.let(f"icmp eq i64 {rows.index}, {border}")):
                    code.store("i64", m, copied)
            border = code.load("i64", copied)
            with code.loop("0", border) as left:
                value = code.load("float", code.at(x, left.index, "float"))
                code.store("float", value, code.at(y, left.index, "float"))
            with code.when(code.let(f"icmp slt i64 {border}, {m}")):
                edge = code.let(f"sub i64 {m}, 1")
                for begin, end, lanes in _parts(code, y, edge):
                    with code.loop(begin, end, lanes) as columns:
                        value = _element(code, lanes, code.at(x, columns.index, "float"), row)
                        address = code.at(y, columns.index, "float")
                        code.store(vector(lanes, "float"), value, address, "float")
                value = code.load("float", code.at(x, edge, "float"))
                code.store("float", value, code.at(y, edge, "float"))
    return module.text()


def _parts(code: Code, y: str, edge: str) -> list[tuple[str, str, int]]:
    """Emits where the parts of a row begin and end; gives their lanes, too.

    The vectors begin where y is aligned, because a store into two cache lines costs twice as much.
    """
    code.module.declare("declare i64 @llvm.smin.i64(i64, i64)")
    first = code.let(f"ptrtoint ptr {code.at(y, '1', 'float')} to i64")
    before = code.let(f"and i64 {code.let(f'sub i64 0, {first}')}, {4 * LANES - 1}")
    before = code.let(f"add i64 {code.let(f'lshr i64 {before}, 2')}, 1")
    begin = code.call("i64", "llvm.smin.i64", ("i64", before), ("i64", edge))
    whole = code.whole(code.let(f"sub i64 {edge}, {begin}"), LANES)
    stop = code.let(f"add i64 {begin}, {whole}")
    return [("1", begin, 1), (begin, stop, LANES), (stop, edge, 1)]


heat_in_ir = srt.Kernel(
    "heat_in_ir", SIGNATURE, cpu=srt.LLVM(_heat, entry="heat", opt=0), split="n", grain=32
)
