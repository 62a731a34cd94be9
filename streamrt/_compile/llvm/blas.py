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

import ctypes
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from streamrt._compile.llvm.emit import Module

__all__ = ["Blas", "emit_guard", "find_blas"]

STATE = 3
"""Words of i32 in the guard's state: the lock, how many kernels are inside, the number of threads
to set back."""


@dataclass(frozen=True, slots=True)
class Blas:
    """The routines of an OpenBLAS with 64-bit integers, as addresses.

    Attributes:
        gemm: cblas_?gemm by dtype name, f32 and f64.
        set_threads: sets the number of threads and returns the number before.
        state: the words that the guard works on, never freed.
    """

    gemm: Mapping[str, int]
    set_threads: int
    state: int

    def symbols(self) -> dict[str, int]:
        """Return the addresses by the names that emitted IR uses: `gemm_f32` and so on."""
        gemm = {f"gemm_{dtype}": address for dtype, address in self.gemm.items()}
        return {**gemm, "set_threads": self.set_threads, "state": self.state}


def find_blas() -> Blas | None:
    """Return the OpenBLAS that NumPy has loaded, or None where NumPy uses another BLAS."""
    for path in _candidates():
        library = _loaded(path)
        if library is None:
            continue
        names = {"f32": "scipy_cblas_sgemm64_", "f64": "scipy_cblas_dgemm64_"}
        try:
            gemm = {dtype: _address(library, name) for dtype, name in names.items()}
            return Blas(gemm, _address(library, "openblas_set_num_threads_local"), _state())
        except AttributeError:
            continue  # another build, without one of the names
    return None


def _candidates() -> list[Path]:
    """Return the libraries in NumPy's wheels for Linux and Windows, and for macOS."""
    package = Path(np.__file__).parent
    folders = (package.parent / "numpy.libs", package / ".dylibs")
    return [path for folder in folders for path in sorted(folder.glob("libscipy_openblas64_*"))]


def _loaded(path: Path) -> ctypes.CDLL | None:
    """Return the library if the process has it; a second copy would have threads of its own."""
    # RTLD_NOLOAD; Windows gives the loaded library for an equal path anyway.
    mode = 0 if sys.platform == "win32" else os.RTLD_NOW | os.RTLD_NOLOAD
    try:
        return ctypes.CDLL(str(path), mode=mode)
    except OSError:
        return None


def _address(library: ctypes.CDLL, name: str) -> int:
    address = ctypes.cast(getattr(library, name), ctypes.c_void_p).value
    if address is None:
        raise AttributeError(name)
    return address


@cache
def _state() -> int:
    """Return the address of zeroed words that outlive the interpreter's threads.

    All kernels of the process share them: two guards would not know of each other.
    """
    state = (ctypes.c_int32 * STATE)()
    # Native workers may still be inside a kernel when the interpreter lets go of its objects.
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(state))
    return ctypes.addressof(state)


def emit_guard(module: Module) -> None:
    """Emit `@enter` and `@leave`: between the two, BLAS uses one thread for a call.

    The module's kernel needs `Blas.symbols`.

    1. State changes only while the lock is held, so never do two kernels both count as the first.
    2. The first kernel inside keeps the number that it replaced; the last one outside sets it back.
    3. A kernel that enters while the last one leaves waits for the lock, and is then the first.
    """
    module.declare("@state = external global [3 x i32]")
    module.declare("declare i32 @set_threads(i32)")
    for name, step, edge in (("enter", 1, "0"), ("leave", -1, "1")):
        with module.function("void", name, "") as code:
            code.do("br label %try")
            code.label("try")
            code.do("%taken = atomicrmw xchg ptr @state, i32 1 acquire")
            code.do("%free = icmp eq i32 %taken, 0")
            code.do("br i1 %free, label %inside, label %try")
            code.label("inside")
            count, kept = code.at("@state", "1", "i32"), code.at("@state", "2", "i32")
            before = code.load("i32", count)
            code.store("i32", code.let(f"add i32 {before}, {step}"), count)
            with code.when(code.let(f"icmp eq i32 {before}, {edge}")):
                if name == "enter":
                    code.store("i32", code.call("i32", "set_threads", ("i32", "1")), kept)
                else:
                    code.call("i32", "set_threads", ("i32", code.load("i32", kept)))
            code.do("store atomic i32 0, ptr @state release, align 4")
            code.do("ret void")
