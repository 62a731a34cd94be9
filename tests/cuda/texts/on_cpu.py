"""Runs CUDA C++ on the CPU: the text of a kernel, compiled by clang with `cuda_on_cpu.h` before it.

`run` is for tests of one kernel. `Compiler` makes images for a fake driver, so that whole programs
run. Both compile with ziglang, so that their tests have the mark `cuda`. A library lies under the
digest of all that it depends on, in `build/on_cpu` beside the sources.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from streamrt._compile.code import CUDACode, GPUText
from streamrt._compile.kernel import Kernel
from streamrt._compile.plan import Plan
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._compile.signatures.layout import Layout
from streamrt.errors import CompileError

HERE = Path(__file__).resolve().parent
FOLDER = HERE.parents[2] / "build" / "on_cpu"
FLAGS = (
    *("-std=c++17", "-O1", "-g0", "-fPIC", "-shared", "-D_GNU_SOURCE"),
    # As --fmad=false: products and sums are rounded one by one.
    *("-ffp-contract=off", "-fno-exceptions", "-fno-rtti", "-nostdinc++"),
    *("-fno-sanitize=all", "-fno-stack-protector", "-fno-threadsafe-statics"),
    *("-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-Wno-unused-parameter"),
    *("-Wno-unused-const-variable", "-Wno-unused-variable", "-Wno-unknown-pragmas"),
    "-Wno-pass-failed",  # an advice to unroll may be ignored here
)


class FaultError(Exception):
    """What a kernel does that no launch may do, such as a barrier that some threads never reach."""


@dataclass(frozen=True)
class Function:
    """A kernel as a C function `const char *f(const unsigned grid_block_seed[7], void **params)`.

    Attributes:
        address: the function's.
        sizes: the bytes of each of its parameters, as `cuLaunchKernel` copies them.
        fallible: whether the last of them points to the error code.
    """

    address: int
    sizes: tuple[int, ...]
    fallible: bool

    def launch(
        self, grid: tuple[int, int, int], block: tuple[int, int, int], seed: int, slots: int
    ) -> None:
        """Runs it on parameters whose addresses lie at `slots`.

        Raises:
            FaultError: the kernel broke a rule of cuda_on_cpu.h.
        """
        call = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p)(self.address)
        shape = (ctypes.c_uint * 7)(*grid, *block, seed)
        wrong = call(ctypes.addressof(shape), slots)
        if wrong is not None:
            raise FaultError(wrong.decode())


def _headers() -> str:
    return "".join(path.read_text() for path in sorted(HERE.glob("cuda_*on_cpu.h")))


def build(text: str) -> Path:
    """Returns the library of a C++ text, compiled now or in an earlier run."""
    text = _PTX.sub(_called, text)
    digest = hashlib.sha256("\0".join([_headers(), *FLAGS, text]).encode()).hexdigest()
    library = FOLDER / f"{digest}.so"
    if library.exists():
        return library
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
        source, made = Path(folder, "kernel.cc"), Path(folder, "kernel.so")
        source.write_text(text)
        command = [sys.executable, "-m", "ziglang", "c++", *FLAGS, f"-I{HERE}"]
        done = subprocess.run(
            [*command, str(source), "-o", str(made)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise CompileError(f"compile for the CPU: clang refuses the kernel\n{done.stderr}")
        made.replace(library)  # whole, also when several processes build it at once
    return library


_PTX = re.compile(
    r'asm\("(?P<name>cvt[.\w]*) %0, %1;" : "=[hf]"\((?P<to>\w+)\) : "[hfd]"\((?P<of>\w+)\)\);'
)


def _called(ptx: re.Match[str]) -> str:
    """A function of the header that does what an instruction of PTX does."""
    return f"{ptx['to']} = on_cpu::{ptx['name'].replace('.', '_')}({ptx['of']});"


@cache
def _loaded(source: str, entry: str, fallible: bool) -> Function:
    text = f'#include "cuda_on_cpu.h"\n{source}\nON_CPU({entry})\n'
    library = ctypes.CDLL(os.fspath(build(text)))
    sizes = library[f"{entry}_sizes"]
    sizes.restype = ctypes.POINTER(ctypes.c_uint)
    found = sizes()
    address = ctypes.cast(library[f"{entry}_on_cpu"], ctypes.c_void_p).value
    assert address is not None
    return Function(address, tuple(found[1 : 1 + found[0]]), fallible)


def function(code: GPUText) -> Function:
    """Returns the code of a kernel as a function of this process; it stays loaded."""
    return _loaded(code.source, code.entry, code.fallible)


def run(
    code: GPUText,
    words: Sequence[int],
    arguments: Sequence[np.ndarray | np.generic],
    grid: tuple[int, int, int] | None = None,
    block: tuple[int, int, int] | None = None,
    seed: int = 0,
) -> int:
    """Runs a kernel on NumPy's memory, and returns the error code that it wrote, or 0.

    Args:
        code: the kernel's code for one binding.
        words: the layout words.
        arguments: an array is passed as the address of its first element, a scalar by value.
        grid: the blocks; None is the kernel's own grid for 3 multiprocessors.
        block: the threads of a block; None is the kernel's own.
        seed: the order of the threads: 0 forwards, 1 backwards, else random.

    Raises:
        FaultError: the kernel broke a rule of cuda_on_cpu.h.
    """
    found = function(code)
    held = [np.array([*words, 0], np.int64)]
    for argument in arguments:
        address = isinstance(argument, np.ndarray)
        held.append(np.array(argument.ctypes.data if address else argument))
    error = np.zeros(1, np.int32)
    if code.fallible:
        held.append(np.array(error.ctypes.data))
    sizes = [one.nbytes for one in held[1:]]
    if sizes != list(found.sizes[1:]):
        raise AssertionError(f"{code.entry} takes {found.sizes[1:]} bytes, and is given {sizes}")
    slots = np.array([one.ctypes.data for one in held], np.uint64)
    shape = code.grid_for(words, 3) if grid is None else grid
    found.launch(shape, code.block if block is None else block, seed, slots.ctypes.data)
    return int(error[0])


def run_plan(plan: Plan, arguments: Sequence[np.ndarray | np.generic], seed: int = 0) -> int:
    """Runs the CUDA code of a plan, as a device would launch it."""
    assert isinstance(plan.code, CUDACode)
    return run(plan.code, plan.words, arguments, seed=seed)


def run_kernel(kernel: Kernel, *values: Any, seed: int = 0) -> int:
    """Runs a kernel's CUDA text on NumPy's memory, and returns its error code."""
    arrays = [v for v in values if isinstance(v, np.ndarray)]
    plan = kernel.plan([Layout(None, a.dtype, a.shape, a.strides) for a in arrays], "cuda")
    assert plan.binding is not None
    dtypes = [DTYPES[plan.binding.dtypes[name]].numpy for name in kernel.signature.names]
    arguments = [
        v if isinstance(v, np.ndarray) else dtype.type(v)
        for v, dtype in zip(values, dtypes, strict=True)
    ]
    return run_plan(plan, arguments, seed)


class Compiler:
    """The compiler of tests: makes the images that a fake driver loads, instead of cubins.

    Attributes:
        compiled: the names of the kernels that were compiled, in order.
    """

    def __init__(self, image: Callable[[Mapping[str, Function]], bytes]) -> None:
        """Takes the function that makes the bytes of an image, from functions by their names."""
        self._image = image
        self.compiled: list[str] = []

    def compile(self, code: GPUText, architecture: str) -> bytes:
        assert re.fullmatch(r"sm_\d+[a-f]?", architecture), architecture
        self.compiled.append(code.entry)
        return self._image({code.entry: function(code)})
