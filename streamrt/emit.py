"""LLVM IR as text, and NumPy's BLAS: helpers for functions that write the source of kernels.

Provisional: names here may change until the library's own compiler of NumPy functions has used
them. A source function makes a `Module`, writes functions into it, and returns its `text()`:

    def source(binding: srt.Binding) -> str:
        module = Module()
        with module.function("i32", "double_all") as code:
            x = code.slot(1)
            with code.loop("%lo", "%hi") as loop:
                address = code.at(x, loop.index, "float")
                value = code.load("float", address)
                code.store("float", code.let(f"fadd float {value}, {value}"), address)
        return module.text()

Importing this module imports no compiler.
"""

from __future__ import annotations

from streamrt._compile.llvm.blas import Blas as Blas
from streamrt._compile.llvm.blas import emit_guard as emit_guard
from streamrt._compile.llvm.blas import find_blas as find_blas
from streamrt._compile.llvm.emit import ENTRY as ENTRY
from streamrt._compile.llvm.emit import SIZES as SIZES
from streamrt._compile.llvm.emit import TYPES as TYPES
from streamrt._compile.llvm.emit import Code as Code
from streamrt._compile.llvm.emit import Loop as Loop
from streamrt._compile.llvm.emit import Module as Module
from streamrt._compile.llvm.emit import suffix as suffix
from streamrt._compile.llvm.emit import vector as vector
from streamrt._compile.llvm.halves import float_of_half as float_of_half
from streamrt._compile.llvm.halves import half_of_double as half_of_double
from streamrt._compile.llvm.halves import half_of_float as half_of_float
from streamrt._compile.llvm.symbols import symbol_of as symbol_of
from streamrt._compile.llvm_code import Symbol as Symbol
from streamrt._compile.llvm_code import Words as Words

__all__ = [
    "ENTRY", "SIZES", "TYPES", "Blas", "Code", "Loop", "Module", "Symbol", "Words", "emit_guard",
    "find_blas", "float_of_half", "half_of_double", "half_of_float", "suffix", "symbol_of",
    "vector",
]  # fmt: skip
