"""Tells perf the names of machine code in memory, if STREAMRT_PERF_MAP=1.

1. Code that was compiled in memory lies in no file, so a tool that takes samples finds no names for
   it. By convention perf and others read them from `/tmp/perf-PID.map`: a line for each function,
   of its start and size in hex, and its name. None of them asks for the variable TMPDIR.
2. The linker places each section of an object on its own, and one function of it says where. Only
   functions of such sections are written.
3. The variable is read once, when this module is loaded. Without it, loading code compares one name
   with None, and nothing else is done.
4. A file that cannot be written, or an object that cannot be read, turns this off, with a line in
   the log: it never makes a program fail.
5. CPython writes to the same file with `-X perf`. Both only append.
6. Addresses of code that was unloaded may be used again. The lines of both stay.
"""

from __future__ import annotations

import logging
import os
import struct
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

from streamrt.errors import CompileError

__all__ = ["PERF_MAP", "Defined", "PerfMap", "functions"]

FOLDER = "/tmp"  # perf looks nowhere else

_SYMBOLS, _FUNCTION, _LOCAL = 2, 2, 0  # SHT_SYMTAB, STT_FUNC, STB_LOCAL
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")

_log = logging.getLogger(__name__)


class Defined(NamedTuple):
    """A function that an object defines.

    Attributes:
        name: its symbol.
        section: the number of its section.
        offset: where it begins in that, in bytes.
        size: its bytes.
        is_local: whether no other object can refer to it.
    """

    name: str
    section: int
    offset: int
    size: int
    is_local: bool


def functions(data: bytes) -> list[Defined]:
    """Returns the functions that a 64-bit little-endian ELF object defines; the format is ELF's."""
    if data[:6] != b"\x7fELF\x02\x01":
        raise ValueError("it is no 64-bit little-endian ELF object")
    (start,) = struct.unpack_from("<Q", data, 40)
    width, count = struct.unpack_from("<HH", data, 58)
    sections: list[tuple[int, ...]] = [
        _SECTION.unpack_from(data, start + width * number) for number in range(count)
    ]
    found: list[Defined] = []
    for section in sections:
        if section[1] == _SYMBOLS:
            found += _symbols(data, section[4], section[5], sections[section[6]][4])
    return found


def _symbols(data: bytes, start: int, nbytes: int, strings: int) -> Iterator[Defined]:
    for name, info, _, section, offset, size in _SYMBOL.iter_unpack(data[start : start + nbytes]):
        if info & 15 == _FUNCTION and section and size:
            text = data[strings + name : data.index(b"\0", strings + name)].decode()
            yield Defined(text, section, offset, size, info >> 4 == _LOCAL)


class PerfMap:
    """The file of this process; the child of a fork gets its own, with what it inherits."""

    def __init__(self, folder: str = FOLDER) -> None:
        """Makes it; the file is made with its first line.

        Args:
            folder: where it lies.
        """
        self._folder = folder
        self._lines: list[bytes] = []
        self._file = -1
        self._is_off = False

    def add_kernel(self, data: bytes, name: str, entry: str, address: int) -> None:
        """Adds the code of a kernel: its entry by the kernel's name, others by both names.

        Args:
            data: the object that was loaded.
            name: the kernel's name.
            entry: the symbol of its entry.
            address: the address of that.
        """

        def named(symbol: str) -> str:
            return name if symbol == entry else f"{name}:{symbol}"

        self._add(data, named, lambda symbol: address if symbol == entry else None)

    def add_library(self, data: bytes, address: Callable[[str], int]) -> None:
        """Adds code that stays, each function by its own name.

        Args:
            data: the object that was loaded.
            address: returns the address of a symbol that is not local.
        """
        self._add(data, str, address)

    def _add(
        self, data: bytes, named: Callable[[str], str], address: Callable[[str], int | None]
    ) -> None:
        if self._is_off:
            return
        try:
            text = "".join(_lines(functions(data), named, address)).encode()
            self._lines.append(text)
            self._write(text)
        except (OSError, CompileError, ValueError, IndexError, struct.error) as error:
            self._turn_off(error)

    def _write(self, text: bytes) -> None:
        """Appends in one step; loading code holds LLVM's lock, so the lines keep their order."""
        if self._file < 0:
            path = os.path.join(self._folder, f"perf-{os.getpid()}.map")
            flags = os.O_CREAT | os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
            self._file = os.open(path, flags, 0o600)
        os.write(self._file, text)

    def forked(self) -> None:
        """Begins the file of the child of a fork, which runs the code that it inherits."""
        if self._file >= 0 and not self._is_off:
            os.close(self._file)
            self._file = -1
            try:
                self._write(b"".join(self._lines))
            except OSError as error:
                self._turn_off(error)

    def _turn_off(self, error: Exception) -> None:
        self._is_off = True
        _log.warning("STREAMRT_PERF_MAP: found %s; no more code is named", error)


def _lines(
    found: list[Defined], named: Callable[[str], str], address: Callable[[str], int | None]
) -> Iterator[str]:
    """Returns the lines of those functions whose section is known to lie somewhere."""
    bases: dict[int, int] = {}
    for function in found:
        if function.section not in bases and not function.is_local:
            here = address(function.name)
            if here is not None:
                bases[function.section] = here - function.offset
    for function in found:
        if function.section in bases:
            name = " ".join(named(function.name).split())  # a line for each function
            start = bases[function.section] + function.offset
            yield f"{start:x} {function.size:x} streamrt:{name}\n"


_is_wanted = sys.platform == "linux" and os.environ.get("STREAMRT_PERF_MAP") == "1"
PERF_MAP: PerfMap | None = PerfMap() if _is_wanted else None
"""The map of this process; None unless it is asked for."""

if PERF_MAP is not None:
    os.register_at_fork(after_in_child=PERF_MAP.forked)
