"""Errors of the mathematical functions in ulp: kernels, references, samples, and the full sweep.

`make ulp` compares every function of one f32 on every float32, and the others on dense samples, and
writes docs/tables/ulp.md. The reference of f32 is NumPy's f64, that of f64 is NumPy's long double,
which has 64 bits of mantissa on x86 and more elsewhere, but on some systems no more than f64.

An error is divided by the distance of floats at the exact result. A zero of the wrong sign, and an
infinity or NaN where there is none, count as an error of infinitely many ulp.
"""

from __future__ import annotations

import argparse
import ctypes
import struct
import textwrap
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from streamrt._compile.llvm import compiler as llvm
from streamrt._compile.llvm import loading
from streamrt._compile.llvm.emit import Module, vector
from streamrt._compile.llvm.targets import Target
from streamrt._ir.cpu.math import NAMES, emit_math
from streamrt._ir.gpu.math import DOCUMENTED, is_own
from streamrt._ir.math.lanes import Vector

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tables" / "ulp.md"
CHUNK = 1 << 15

BOUNDS: dict[str, float] = {
    **dict.fromkeys(NAMES, 4.0),
    **dict.fromkeys(("tanh", "erf", "sin", "cos"), 2.0),
    **dict.fromkeys(("exp", "log"), 1.5),
}
"""The greatest error that a function may have, in ulp, in f32 and f64."""

PAIRS = frozenset({"power", "arctan2", "hypot"})
"""The functions of two arguments."""

ELEMENTS: dict[str, str] = {"f32": "float", "f64": "double"}
FLOATS: dict[str, Any] = {"f32": np.float32, "f64": np.float64}
WIDER: dict[str, Any] = {"f32": np.float64, "f64": np.longdouble}

Array = np.ndarray[Any, Any]


@cache
def kernel(name: str, dtype: str, lanes: int, target: Target | None = None) -> Callable[..., Array]:
    """Compiles a function; what it returns takes arrays whose size is a multiple of the lanes."""
    element, count = ELEMENTS[dtype], 2 if name in PAIRS else 1
    wide, module = vector(lanes, element), Module()
    with module.function("i32", "entry") as code:
        *inputs, output = [code.slot(k + 1) for k in range(count + 1)]
        with code.loop("%lo", "%hi", lanes) as loop:
            places = [code.at(base, loop.index, element) for base in inputs]
            values = [code.load(wide, place, element) for place in places]
            value = emit_math(code, name, lanes, element, *values)
            code.store(wide, value, code.at(output, loop.index, element), element)
    launch = _compiled(module, name, target)

    def call(*arrays: Array) -> Array:
        given = [np.ascontiguousarray(array, FLOATS[dtype]) for array in arrays]
        assert given[0].size % lanes == 0
        result = np.empty_like(given[0])
        launch(*given, result)
        return result

    return call


@cache
def judge(name: str) -> Callable[[Array, Array], float]:
    """Compiles a function of one f32, and `errors` with it: the greatest error of an array.

    What it returns takes the arguments and the exact values, in f64; their size is a multiple of 8.
    """
    module = Module()
    with module.function("i32", "entry") as code:
        arguments, exacts, output = (code.slot(k) for k in (1, 2, 3))
        start = ("<8 x double>", "zeroinitializer")
        with code.loop("%lo", "%hi", 8, [start]) as loop:
            x = code.load("<8 x float>", code.at(arguments, loop.index, "float"), "float")
            place = code.at(exacts, loop.index, "double")
            exact = Vector(code, 8, "double", code.load("<8 x double>", place, "double"))
            found = Vector(code, 8, "float", emit_math(code, name, 8, "float", x))
            error = _error(found, exact)
            seen = Vector(code, 8, "double", loop.values[0])
            loop.carry(error.where(error > seen, seen).name)
        code.store("<8 x double>", loop.values[0], output, "double")
    launch = _compiled(module, f"judge of {name}")

    def call(x: Array, exact: Array) -> float:
        most = np.empty(8)
        launch(x, exact, most)
        return float(most.max())

    return call


def _error(found: Vector, exact: Vector) -> Vector:
    """Returns the errors of f32 in ulp, as `errors` does."""
    rounded = exact.cast("fptrunc", "float")
    is_same = rounded.bits().equals(found.bits()) | (rounded.is_nan() & found.is_nan())
    is_finite = (found.magnitude() < np.inf) & (rounded.magnitude() < np.inf)
    is_finite = is_finite & ~(rounded.equals(0.0) & found.equals(0.0))
    exponent = (exact.bits() & (2047 << 52)).as_float().at_least(2.0**-126)
    distance = (found.cast("fpext", "double") - exact).magnitude() * 2.0**23 / exponent
    return distance.where(is_finite, exact.full(0.0).where(is_same, np.inf))


def _compiled(module: Module, name: str, target: Target | None = None) -> Callable[..., None]:
    """Loads a module; what it returns runs the entry over the arrays that it is given."""
    data = llvm.compile_ir(module.text(), name=name, opt=0, entry="entry", target=target)
    address = loading.load_object(data, name=name).address("entry")
    entry = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)(
        address
    )

    def launch(*arrays: Array) -> None:
        packed = struct.pack(f"<{1 + len(arrays)}Q", 0, *(a.ctypes.data for a in arrays))
        arguments = ctypes.create_string_buffer(packed, len(packed))
        assert entry(ctypes.addressof(arguments), 0, arrays[0].size) == 0

    return launch


# --- references -----------------------------------------------------------------------------------


def reference(name: str, *arrays: Array) -> Array:
    """Returns a function's value in the dtype of the arrays."""
    with np.errstate(all="ignore"):
        if name == "logistic":
            power = np.exp(-np.abs(arrays[0]))
            return np.where(arrays[0] < 0, power, 1) / (1 + power)
        if name == "erf":
            return _erf(arrays[0])
        return getattr(np, name)(*arrays)


def _erf(x: Array) -> Array:
    """Returns the error function, by the series with positive terms (DLMF 7.6.2)."""
    size = np.minimum(np.abs(x), 7)
    term, total = size.copy(), size.copy()
    for k in range(1, 60 if not np.any(size > 2) else 190):
        term = term * (2 * size * size) / (2 * k + 1)
        total += term
    root = np.sqrt(x.dtype.type(np.pi) + x.dtype.type(1.2246467991473532e-16))
    value = np.where(size < 7, total * np.exp(-size * size) * 2 / root, 1)
    return np.copysign(np.where(np.isnan(x), x, value), x)


def errors(found: Array, exact: Array) -> Array:
    """Returns the error of each value, in ulp."""
    info = np.finfo(found.dtype)
    rounded = exact.astype(found.dtype)
    is_same = (np.signbit(rounded) == np.signbit(found)) & (rounded == found)
    is_same |= np.isnan(rounded) & np.isnan(found)
    is_normal = np.isfinite(rounded) & np.isfinite(found) & ((rounded != 0) | (found != 0))
    _, exponent = np.frexp(exact)
    exponent = np.clip(exponent - 1, info.minexp, info.maxexp) - info.nmant
    distance = np.ldexp(np.abs(found.astype(exact.dtype) - exact), -exponent)
    return np.where(is_normal, distance, np.where(is_same, 0, np.inf)).astype(np.float64)


# --- samples --------------------------------------------------------------------------------------

SPECIALS = (
    0.0, np.inf, np.nan, 1.0, 0.5, 2.0, 3.0, 1.5, 2.5, 1e9, 2.0**53, 2.0**24, 2.0**127, 1e-3, 1e300,
    1e-300, np.pi, np.pi / 2, 5e-324, 2.0**-149, 2.0**-126, 2.0**-1022, 1.7976931348623157e308,
    3.4028234663852886e38, 88.72283, 88.72284, 89.41599, 103.9721, 709.782712893384, 710.47586,
    745.1332191019412, 9.01, 0.55, 0.92, 3.92, 5.92, 0.41421356, 2.41421356, 16777215.0,
    1.0 + 2.0**-23, 1.0 - 2.0**-24, 1.0 + 2.0**-52, 1.0 - 2.0**-53, 2.0**17, 2.0**30,
)  # fmt: skip


def specials(dtype: str) -> Array:
    """Returns special numbers and the negatives of them, as the dtype has them."""
    with np.errstate(over="ignore"):
        found = np.array(SPECIALS).astype(FLOATS[dtype])
    return np.concatenate([found, -found])


def sample(dtype: str, count: int, seed: int) -> Array:
    """Returns numbers of all kinds: any bits, denormals, those near 1 and multiples of pi/2."""
    rng = np.random.default_rng(seed)
    to = FLOATS[dtype]
    info = np.finfo(to)
    ints = np.uint32 if dtype == "f32" else np.uint64
    most = np.log(float(info.max)) * 1.05
    parts = [
        rng.integers(0, 1 << info.bits, count, dtype=ints).view(to),
        rng.integers(0, 1 << info.nmant, count, dtype=ints).view(to),
        np.ldexp(rng.uniform(-2, 2, count), rng.integers(-40, 12, count)).astype(to),
        *(rng.uniform(-high, high, count).astype(to) for high in (1, 12, most)),
        (1 + np.ldexp(rng.uniform(-1, 1, count), rng.integers(-info.nmant, 0, count))).astype(to),
        (rng.integers(-(2**33), 2**33, count) * (np.pi / 2)).astype(to),
        (rng.integers(-(2**8), 2**8, count) * (np.pi / 2)).astype(to),
    ]
    return np.concatenate([specials(dtype), *parts])


def pairs(name: str, dtype: str, count: int, seed: int) -> tuple[Array, Array]:
    """Returns pairs of numbers: all specials with each other, and a sample with another."""
    some = specials(dtype)
    x, y = sample(dtype, count, seed), sample(dtype, count, seed + 1)
    y = y[np.random.default_rng(seed).permutation(y.size)]
    if name == "power":  # mostly those whose result is finite
        x[::2] = np.abs(x[::2])
        x[::8] = np.random.default_rng(seed).uniform(0.7, 1.43, x[::8].size)  # the hardest
        most = np.log(float(np.finfo(x.dtype).max)) * 1.05
        with np.errstate(all="ignore"):
            y[::2] = np.random.default_rng(seed).uniform(-most, most, y[::2].size) / np.log(x[::2])
    return (
        np.concatenate([np.repeat(some, some.size), x]),
        np.concatenate([np.tile(some, some.size), y]),
    )


def arguments(name: str, dtype: str, count: int, seed: int) -> tuple[Array, ...]:
    """Returns the arguments of a function's sample, of a size that is a multiple of 16."""
    found = pairs(name, dtype, count, seed) if name in PAIRS else (sample(dtype, count, seed),)
    return tuple(np.concatenate([array, np.ones(-array.size % 16, array.dtype)]) for array in found)


# --- the table ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Worst:
    """The greatest error of a function, and where it is."""

    error: float
    at: tuple[float, ...]

    def __str__(self) -> str:
        return f"{self.error:.3f} | {', '.join(map(repr, self.at))}"


def worst(name: str, dtype: str, *given: Array) -> Worst:
    """Returns the greatest error for these arguments."""
    found = kernel(name, dtype, 16 if dtype == "f32" else 8)(*given)
    with np.errstate(all="ignore"):
        of = errors(found, reference(name, *(array.astype(WIDER[dtype]) for array in given)))
    k = int(of.argmax())
    return Worst(float(of[k]), tuple(float(str(array[k])) for array in given))


def sweep(name: str, step: int, threads: int) -> Worst:
    """Returns the greatest error of a function of one f32, on each `step`th chunk of them all."""
    best = Worst(0.0, ())

    def of_chunk(start: int) -> None:
        nonlocal best
        bits = np.arange(start, start + CHUNK, dtype=np.uint64).astype(np.uint32)
        x = bits.view(np.float32)
        with np.errstate(all="ignore"):
            wide = x.astype(np.float64)
            # The series is slow; `erf` of f64 was compared with it, and with the library's.
            exact = kernel(name, "f64", 8)(wide) if name == "erf" else reference(name, wide)
        if judge(name)(x, exact) > best.error:
            best = max(best, worst(name, "f32", x), key=lambda one: one.error)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(of_chunk, range(0, 1 << 32, CHUNK * step)))
    return best


def measure(name: str, dtype: str, samples: int, step: int, threads: int) -> Worst:
    """Returns the greatest error of a function, over all of f32 or a sample."""
    kernel(name, "f64", 8)  # compiled before threads ask for it
    if dtype == "f32" and name not in PAIRS:
        judge(name)
        return sweep(name, step, threads)

    def of_sample(seed: int) -> Worst:
        return worst(name, dtype, *arguments(name, dtype, CHUNK, seed))

    kernel(name, dtype, 16 if dtype == "f32" else 8)
    with ThreadPoolExecutor(threads) as pool:
        found = pool.map(of_sample, range(0, 2 * max(1, samples // (9 * CHUNK)), 2))
        return max(found, key=lambda one: one.error)


TEXT = """# Accuracy of the mathematical functions

Compiled kernels compute these functions with polynomials of their own. This is the greatest error
of each in ulp, the distance of two floats at the exact result; half an ulp is what rounding
costs. A function of one f32 was compared on every float32; `power`, `arctan2` and `hypot`, and all
functions of f64, on {samples} arguments each: any bits, denormals, specials and multiples of pi/2
among them. Zeros have the right sign, and infinities and NaNs are where C99 has them.

`make ulp` measures and writes this page. The test of it holds the bounds: 1.5 ulp for `exp` and
`log`, 2 for `tanh`, `erf`, `sin` and `cos`, 4 for the others.

| function | f32 | at | f64 | at |
| --- | --- | --- | --- | --- |
{rows}

## On CUDA

{cuda}

| function | f32, documented | f64, documented |
| --- | --- | --- |
{documented}
"""

CUDA = """\
The bounds are the same there. Where NVIDIA's own functions keep them, kernels call these: NVIDIA
documents how far each is from the correctly rounded result, and half an ulp more is the distance
to the exact one. The others are ours, with the bits that they have on the CPU: {f32} of f32, and
{f64} of f64. NVIDIA has found its errors by tests; we have measured nothing on a GPU."""


def on_cuda() -> dict[str, str]:
    """Returns what the page says of CUDA."""
    own = {
        dtype: [f"`{name}`" for name in sorted(NAMES) if is_own(name, dtype)] for dtype in ELEMENTS
    }
    lines: list[str] = []
    for name, errors in sorted(DOCUMENTED.items()):
        cells = [
            "ours" if is_own(name, dtype) else f"{error:g}"
            for dtype, error in zip(ELEMENTS, errors, strict=True)
        ]
        if cells != ["ours", "ours"]:
            lines.append(f"| CUDA's `{name}` | {' | '.join(cells)} |")
    text = CUDA.format(**{dtype: ", ".join(names) for dtype, names in own.items()})
    return {"cuda": textwrap.fill(text, 100), "documented": "\n".join(lines)}


def page(rows: Sequence[str], samples: str) -> str:
    """Returns the text of the page."""
    return TEXT.format(samples=samples, rows="\n".join(rows), **on_cuda())


def rows() -> dict[str, str]:
    """Returns the rows of the page, by function."""
    lines = PAGE.read_text().splitlines() if PAGE.exists() else []
    return {line.split("`")[1]: line for line in lines if line.startswith("| `")}


def table() -> dict[str, tuple[float, float]]:
    """Returns the errors that the page gives for each function, of f32 and f64."""
    cells = {name: row.split("|") for name, row in rows().items()}
    return {name: (float(cell[2]), float(cell[4])) for name, cell in cells.items()}


def main() -> None:
    """Measures, and writes each function's row into the page as it is done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=10_000_000, help="of what is not swept")
    parser.add_argument("--step", type=int, default=1, help="take each STEPth chunk; write nothing")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("names", nargs="*", help="measure only these")
    given = parser.parse_args()
    for name in given.names or sorted(NAMES):
        start = time.perf_counter()
        both = [
            measure(name, dtype, given.samples, given.step, given.threads) for dtype in ELEMENTS
        ]
        row = f"| `{name}` | {both[0]} | {both[1]} |"
        print(f"{row}  {time.perf_counter() - start:.0f} s", flush=True)
        if given.step == 1:
            done = {**rows(), name: row}
            kept = [done[each] for each in sorted(NAMES & done.keys())]
            PAGE.write_text(page(kept, f"{given.samples:,}"))


if __name__ == "__main__":
    main()
