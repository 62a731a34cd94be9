"""The LLVM IR of a kernel, and the symbols that it refers to and does not define.

This file imports nothing of streamrt: a process that only loads objects needs neither NumPy nor
signatures.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["AnySymbol", "LLVMCode", "SharedFunction", "Symbol", "Words", "digest_of"]


@dataclass(frozen=True, slots=True)
class Symbol:
    """A function or variable of a shared library, which each process finds for itself.

    `streamrt.emit.symbol_of` makes one from a library of this machine.

    Attributes:
        library: the path of the library, or the name by which the system finds it.
        build_id: the build of the library that has to be found; `build_id` of its file.
        name: its name in the library.
    """

    library: str
    build_id: str
    name: str


@dataclass(frozen=True, slots=True)
class Words:
    """Words of memory, zeroed at first, that each process makes once for all code that names them.

    Code that names them alike shares them, so give them a name that nobody else has.

    Attributes:
        count: how many words of 8 bytes there are.
    """

    count: int


@dataclass(frozen=True, slots=True)
class SharedFunction:
    """A function of code that many kernels share, which a process compiles and loads once.

    Attributes:
        source: the text of an LLVM module, which needs nothing but what the process exports.
        name: the name of the function in it.
        opt: how hard to optimise, 0 to 3.
        what: begins messages.
    """

    source: str
    name: str
    opt: int
    what: str

    @property
    def digest(self) -> bytes:
        """The digest of the module, the same in every process; each function of it has that."""
        return digest_of(("shared", self.source, str(self.opt)))


AnySymbol: TypeAlias = "int | Symbol | Words | SharedFunction"
"""The meaning of a name in IR; an int is an absolute address, which only one process knows."""


@dataclass(frozen=True, slots=True, eq=False)
class LLVMCode:
    """The LLVM IR of a kernel for one binding, with all that compiling and loading it needs.

    Attributes:
        source: IR text.
        entry: the name of the function `i32 entry(ptr args, i64 lo, i64 hi)` in it.
        symbols: what the text refers to and does not define, by name. Other names are looked up
            in the process that loads it.
        opt: how hard to optimise, 0 to 3.
    """

    source: str
    entry: str
    symbols: Mapping[str, AnySymbol]
    opt: int

    @property
    def digest(self) -> bytes:
        """The digest of all that the code depends on, apart from the CPU.

        It is the same in every process, unless a symbol is an address. Each question computes it.
        """
        parts = ["code", self.source, self.entry, str(self.opt)]
        for name, symbol in sorted(self.symbols.items()):
            if isinstance(symbol, SharedFunction):
                parts += [name, symbol.digest.hex(), symbol.name]
            else:
                parts += [name, repr(symbol), ""]
        return digest_of(parts)


def digest_of(parts: Iterable[str]) -> bytes:
    """Returns a digest of texts, each with its length."""
    digest = hashlib.blake2b(digest_size=32)
    for part in parts:
        encoded = part.encode("utf-8", "surrogatepass")
        digest.update(len(encoded).to_bytes(8, "little"))
        digest.update(encoded)
    return digest.digest()
