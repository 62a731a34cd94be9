"""NumPy's own BLAS, found in the process and called without the interpreter's lock.

NumPy's wheels carry an OpenBLAS that exports its routines under the prefix `scipy_` and, with
64-bit integers, the suffix `64_`. NumPy has loaded it already, so the look-up costs no dependency
and no time.

A kernel needs BLAS to use one thread, because streamrt itself divides kernels over threads. But
despite its name, `openblas_set_num_threads_local` sets the number of the whole process. This was
tried with 0.3.31, in the builds without OpenMP that the wheels hold: after a call on another
thread, `openblas_get_num_threads` says 1 on this one, and NumPy's own products stay on one core
for good. Therefore the first of several concurrent kernels sets the number to 1, and the last one
sets it back to the number that the first one found. `emit_guard` emits both, under a spin lock of
a few instructions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from streamrt._compile.llvm.emit import Module
from streamrt._compile.llvm.symbols import loaded, symbol_of
from streamrt._compile.llvm_code import Symbol, Words
from streamrt.errors import CompileError

__all__ = ["Blas", "emit_guard", "find_blas"]

STATE = "streamrt_blas_state"
"""The guard's three words of i32: the lock, how many kernels are inside, the number of threads to
set back. All kernels of a process share them, because two guards would not know of each other."""


@dataclass(frozen=True, slots=True)
class Blas:
    """The routines of an OpenBLAS with 64-bit integers.

    Attributes:
        gemm: cblas_?gemm by dtype name, f32 and f64.
        set_threads: sets the number of threads and returns the number before.
    """

    gemm: Mapping[str, Symbol]
    set_threads: Symbol

    def symbols(self) -> dict[str, Symbol | Words]:
        """Return what the names in emitted IR stand for: `gemm_f32` and so on."""
        gemm = {f"gemm_{dtype}": symbol for dtype, symbol in self.gemm.items()}
        return {**gemm, "set_threads": self.set_threads, STATE: Words(2)}


def find_blas() -> Blas | None:
    """Return the OpenBLAS that NumPy has loaded, or None where NumPy uses another BLAS."""
    for path in _candidates():
        if loaded(str(path)) is None:
            continue
        names = {"f32": "scipy_cblas_sgemm64_", "f64": "scipy_cblas_dgemm64_"}
        try:
            gemm = {dtype: symbol_of(str(path), name) for dtype, name in names.items()}
            return Blas(gemm, symbol_of(str(path), "openblas_set_num_threads_local"))
        except CompileError:
            continue  # another build, without one of the names
    return None


def _candidates() -> list[Path]:
    """Return the libraries in NumPy's wheels for Linux and Windows, and for macOS."""
    package = Path(np.__file__).parent
    folders = (package.parent / "numpy.libs", package / ".dylibs")
    return [path for folder in folders for path in sorted(folder.glob("libscipy_openblas64_*"))]


def emit_guard(module: Module) -> None:
    """Emit `@enter` and `@leave`: between the two, BLAS uses one thread for a call.

    The module's kernel needs `Blas.symbols`.

    1. State changes only while the lock is held, so never do two kernels both count as the first.
    2. The first kernel inside keeps the number that it replaced; the last one outside sets it back.
    3. A kernel that enters while the last one leaves waits for the lock, and is then the first.
    """
    module.declare(f"@{STATE} = external global [3 x i32]")
    module.declare("declare i32 @set_threads(i32)")
    for name, step, edge in (("enter", 1, "0"), ("leave", -1, "1")):
        with module.function("void", name, "") as code:
            code.do("br label %try")
            code.label("try")
            code.do(f"%taken = atomicrmw xchg ptr @{STATE}, i32 1 acquire")
            code.do("%free = icmp eq i32 %taken, 0")
            code.do("br i1 %free, label %inside, label %try")
            code.label("inside")
            count, kept = (code.at(f"@{STATE}", word, "i32") for word in "12")
            before = code.load("i32", count)
            code.store("i32", code.let(f"add i32 {before}, {step}"), count)
            with code.when(code.let(f"icmp eq i32 {before}, {edge}")):
                if name == "enter":
                    code.store("i32", code.call("i32", "set_threads", ("i32", "1")), kept)
                else:
                    code.call("i32", "set_threads", ("i32", code.load("i32", kept)))
            code.do(f"store atomic i32 0, ptr @{STATE} release, align 4")
            code.do("ret void")
