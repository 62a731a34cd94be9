"""Forms as CUDA C, run on the CPU: many in one compilation, because each takes most of a second.

    codes = compiled([form, other])
    codes[0].run(arrays, scalars, grid=3, seed=1)

The texts are compiled by ziglang's C++ compiler behind the shim of tests/cuda.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from cuda.texts.on_cpu import build

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.gpu.emit import THREADS, blocks_for, emit
from streamrt._ir.loops import Loops

Array = np.ndarray[Any, Any]
QUIET = '#pragma clang diagnostic ignored "-Wtautological-compare"'


@dataclass(frozen=True)
class OnCPU:
    """The text of a form, loaded."""

    form: Loops
    source: str
    call: Any

    def run(
        self, arrays: Sequence[Array], scalars: Sequence[Any] = (), *, grid: int = 0, seed: int = 0
    ) -> None:
        """Runs it over operands, outputs last.

        Args:
            arrays: the operands.
            scalars: a number for each scalar slot.
            grid: the number of blocks; by default what the text asks for.
            seed: odd for threads that run backwards.
        """
        form = self.form
        words = [form.extents[loop] for loop in form.extent_words()]
        for array in arrays:
            words += array.strides
        given = [struct.pack(f"<{max(1, len(words))}q", *(words or [0]))]
        given += [struct.pack("<Q", array.ctypes.data) for array in arrays]
        codes = [DTYPES[dtype].slot for dtype in form.scalars]
        given += [struct.pack("<" + code, v) for code, v in zip(codes, scalars, strict=True)]
        slots = [ctypes.create_string_buffer(each, len(each)) for each in given]
        parameters = (ctypes.c_void_p * len(slots))(*[ctypes.addressof(slot) for slot in slots])
        blocks = grid or blocks_for(form, dict(enumerate(form.extents)))
        launch = (ctypes.c_uint * 7)(blocks, 1, 1, THREADS, 1, 1, seed)
        fault = self.call(launch, parameters)
        assert fault is None, fault


def compiled(forms: Sequence[Loops]) -> list[OnCPU]:
    """The texts of forms, loaded."""
    names = [f"kernel{k}" for k in range(len(forms))]
    sources = [emit(form, name) for form, name in zip(forms, names, strict=True)]
    parts = [QUIET, '#include "cuda_on_cpu.h"']
    for form, name, source in zip(forms, names, sources, strict=True):
        words = max(1, len(form.extent_words()) + sum(len(o.loops) for o in form.operands))
        own = f"struct Words {{ long long at[{words}]; }};\n{source}\nON_CPU({name})"
        parts.append(f"namespace of_{name} {{\n{own}\n}}")
    library = ctypes.CDLL(str(build("\n".join(parts))))
    found: list[OnCPU] = []
    for form, name, source in zip(forms, names, sources, strict=True):
        call = library[f"{name}_on_cpu"]
        call.restype = ctypes.c_char_p
        found.append(OnCPU(form, source, call))
    return found
