"""Finds the addresses of symbols, in the process that loads the code which refers to them.

1. A library is the one that the process has; another copy would have threads and state of its own.
   If the process has none, it is loaded, and stays.
2. The build of a library has to be the expected one: machine code that was made for another one
   may crash, or compute something else.
3. For another process, `elsewhere` packs symbols as text. An absolute address has a meaning in one
   process alone, so it is refused there.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import struct
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TypeAlias

from streamrt._compile.llvm_code import AnySymbol, LLVMCode, SharedFunction, Symbol, Words
from streamrt.errors import ArgumentTypeError, CompileError

__all__ = [
    "Packed", "build_id", "elsewhere", "resolve", "shared_of", "symbol_of",
    "unpacked",
]  # fmt: skip

Packed: TypeAlias = "tuple[str, str, str, str]"
"""A symbol as text: the name in the IR, the library, the build id, and the name there.

Of words the library and the build id are empty, and the last is their number. Of shared code the
library is empty, and the build id is the digest of the code, in hex.
"""

FEW = 1 << 16
"""The bytes at either end of a file that identify it, if it has no build id."""


# ---- libraries --------------------------------------------------------------------------------


def symbol_of(library: str, name: str) -> Symbol:
    """Returns a function or variable of a library of this machine, which is loaded if need be.

    Args:
        library: the path of the library, or the name by which the system finds it.
        name: its name in the library.

    Raises:
        CompileError: there is no such library, or it has no such symbol.
    """
    what = "symbol_of"
    for text in (library, name):
        if not isinstance(text, str) or not text:
            raise ArgumentTypeError(
                f"{what}: library is {library!r:.60}, name is {name!r:.60}; pass texts"
            )
    return Symbol(library, _build_at(_address(library, name, what), library, what), name)


def loaded(library: str) -> ctypes.CDLL | None:
    """Returns a library if the process has it."""
    # RTLD_NOLOAD; Windows gives the loaded library for an equal path anyway.
    mode = 0 if sys.platform == "win32" else os.RTLD_NOW | os.RTLD_NOLOAD
    try:
        return ctypes.CDLL(library, mode=mode)
    except OSError:
        return None


@cache
def _opened(library: str) -> ctypes.CDLL:
    return loaded(library) or ctypes.CDLL(library)


def _address(library: str, name: str, what: str) -> int:
    try:
        found = ctypes.cast(getattr(_opened(library), name), ctypes.c_void_p).value
    except OSError as error:
        raise CompileError(
            f"{what}: the library {library} cannot be loaded: {error}; install it where the code "
            "runs"
        ) from error
    except (AttributeError, ValueError) as error:  # a name with a NUL is a ValueError
        raise CompileError(
            f"{what}: the library {library} has no symbol {name}; use a build that has it"
        ) from error
    if found is None:
        raise CompileError(f"{what}: {name} of {library} is at address 0; use another build")
    return found


class _DlInfo(ctypes.Structure):
    _fields_ = (
        ("file", ctypes.c_char_p),
        ("base", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
    )


def _build_at(address: int, library: str, what: str) -> str:
    """Returns the build id of the file that an address lies in."""
    file = library
    if sys.platform != "win32":
        found = _DlInfo()
        if ctypes.CDLL(None).dladdr(ctypes.c_void_p(address), ctypes.byref(found)) and found.file:
            file = os.fsdecode(found.file)
    try:
        return build_id(file)
    except OSError as error:
        raise CompileError(
            f"{what}: the file of the library {library} cannot be read: {error}; its build has "
            "to be known"
        ) from error


@cache
def build_id(file: str) -> str:
    """Returns the digest of the build of a library, in hex.

    It is the GNU build id of an ELF file. A file without one is told by its size, its beginning and
    its end, where the tables of symbols are.

    Raises:
        OSError: the file cannot be read.
    """
    with open(file, "rb") as opened:
        size = opened.seek(0, os.SEEK_END)
        opened.seek(0)
        first = opened.read(FEW)
        opened.seek(max(0, size - FEW))
        last = opened.read(FEW)
    try:
        found = _gnu_build_id(first)
    except (struct.error, ValueError):
        found = None
    if found is not None:
        return found.hex()
    return hashlib.blake2b(b"%d" % size + first + last, digest_size=20).hexdigest()


_NOTES, _BUILD_ID = 4, 3  # PT_NOTE, NT_GNU_BUILD_ID


def _gnu_build_id(head: bytes) -> bytes | None:
    """Returns the build id in the beginning of a 64-bit little-endian ELF file, if it has one."""
    if head[:6] != b"\x7fELF\x02\x01":
        return None
    (table,) = struct.unpack_from("<Q", head, 32)
    width, count = struct.unpack_from("<HH", head, 54)
    for number in range(count):
        kind, _, start, _, _, nbytes = struct.unpack_from("<IIQQQQ", head, table + width * number)
        if kind != _NOTES:
            continue
        at, stop = start, min(start + nbytes, len(head))
        while at < stop:
            owner, described, sort = struct.unpack_from("<III", head, at)
            text = at + 12 + (owner + 3 & ~3)
            if sort == _BUILD_ID and head[at + 12 : at + 12 + owner] == b"GNU\0" and described:
                found = head[text : text + described]
                return found if len(found) == described else None
            at = text + (described + 3 & ~3)
    return None


# ---- addresses --------------------------------------------------------------------------------


def resolve(
    symbols: Mapping[str, AnySymbol], what: str, shared: Callable[[SharedFunction], int]
) -> dict[str, int]:
    """Returns the addresses of symbols in this process.

    Args:
        symbols: what each name stands for.
        what: begins messages.
        shared: returns the address of a function of shared code.

    Raises:
        CompileError: a library or a symbol is missing, or the library is another build.
    """
    found: dict[str, int] = {}
    for name, symbol in symbols.items():
        if isinstance(symbol, int):
            found[name] = symbol
        elif isinstance(symbol, Symbol):
            found[name] = _checked(symbol, f"{what}: {name}")
        elif isinstance(symbol, Words):
            found[name] = _words(name, symbol.count)
        else:
            found[name] = shared(symbol)
    return found


def _checked(symbol: Symbol, what: str) -> int:
    address = _address(symbol.library, symbol.name, what)
    found = _build_at(address, symbol.library, what)
    if found != symbol.build_id:
        raise CompileError(
            f"{what}: the library {symbol.library} is the build {found}; the code is for the build "
            f"{symbol.build_id}, install that, or compile the code again"
        )
    return address


@cache
def _words(name: str, count: int) -> int:
    """Returns the address of zeroed words that outlive the interpreter's threads."""
    words = (ctypes.c_int64 * count)()
    # Native workers may still be inside a kernel when the interpreter lets go of its objects.
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(words))
    return ctypes.addressof(words)


# ---- packed symbols ---------------------------------------------------------------------------


def _no_code(code: object, what: str) -> CompileError:
    return CompileError(
        f"{what}: the code is of type {type(code).__name__}; only LLVM IR runs elsewhere"
    )


def shared_of(code: LLVMCode) -> dict[bytes, SharedFunction]:
    """Returns the shared code that a code needs, each module once, by digest.

    Raises:
        CompileError: it is no LLVM IR.
    """
    if not isinstance(code, LLVMCode):
        raise _no_code(code, "shared_of")
    return {
        symbol.digest: symbol
        for symbol in code.symbols.values()
        if isinstance(symbol, SharedFunction)
    }


def elsewhere(code: LLVMCode, what: str) -> tuple[Packed, ...]:
    """Returns the symbols of a code in packed form, for a process that is not this one.

    Args:
        code: the code.
        what: begins messages.

    Raises:
        CompileError: a symbol is an absolute address, or the code is no LLVM IR.
    """
    if not isinstance(code, LLVMCode):
        raise _no_code(code, what)
    found: list[Packed] = []
    for name, symbol in code.symbols.items():
        if isinstance(symbol, int):
            raise CompileError(
                f"{what}: the symbol {name} is the address {symbol:#x}, which means nothing in "
                "another process; name it by its library (streamrt.emit.symbol_of), or define it "
                "in the IR"
            )
        if isinstance(symbol, Symbol):
            found.append((name, symbol.library, symbol.build_id, symbol.name))
        elif isinstance(symbol, Words):
            found.append((name, "", "", str(symbol.count)))
        else:
            found.append((name, "", symbol.digest.hex(), symbol.name))
    return tuple(found)


def unpacked(
    symbols: Iterable[Packed], what: str, shared: Callable[[bytes, str], int]
) -> dict[str, int]:
    """Returns the addresses of packed symbols in this process.

    Args:
        symbols: what `elsewhere` returned.
        what: begins messages.
        shared: returns the address of a function of shared code, from the digest and the name.

    Raises:
        CompileError: a library or a symbol is missing, or the library is another build.
    """
    found: dict[str, int] = {}
    for name, library, build, symbol in symbols:
        if library:
            found[name] = _checked(Symbol(library, build, symbol), f"{what}: {name}")
        elif build:
            found[name] = shared(bytes.fromhex(build), symbol)
        else:
            found[name] = _words(name, int(symbol))
    return found
