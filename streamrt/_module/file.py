"""The file of a module: a head, its table, and the arrays behind it.

    head    the bytes of MAGIC, u32 version, u32 flags, u64 bytes of the table, its digest, 8 zeros
    table   see table.py
    parts   those that the table lists, in its order, each at a multiple of 64 bytes

Numbers of the head are little-endian, digests BLAKE2b-256, and all bytes between are zeros. So the
file of a module is determined by what it holds. A digest finds damage, and no malice.

A file is mapped, and its parts are used where they are: whoever changes it meanwhile changes what
functions compute. With `copy` it is read instead.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import struct
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO, NamedTuple

from streamrt._ir.encoding.pieces import digest_of
from streamrt._ir.limits import LIMITS, Limits
from streamrt._module import table
from streamrt._module.records import Contents, PartRecord
from streamrt._replacing import replaced

__all__ = ["VERSION", "Opened", "open_module", "pack", "replace_file"]

MAGIC = b"SRTM\r\n\x1a\n"
VERSION = 1
"""The version that this release writes; it reads all up to that."""

ALIGNMENT = 64
_HEAD = struct.Struct("<8sIIQ32s8x")
_DAMAGED = "; it is damaged"


class Opened(NamedTuple):
    """A file that was read.

    Attributes:
        contents: what it holds.
        parts: the bytes of its parts, by digest; read-only.
        nbytes: the bytes of the file.
    """

    contents: Contents
    parts: Mapping[bytes, memoryview]
    nbytes: int


def _aligned(place: int) -> int:
    return -(-place // ALIGNMENT) * ALIGNMENT


def pack(contents: Contents, parts: Mapping[bytes, memoryview]) -> list[bytes | memoryview]:
    """Returns the bytes of a file, in pieces.

    Args:
        contents: what it holds.
        parts: the bytes of its parts, by digest.
    """
    written = table.write(contents)
    head = _HEAD.pack(MAGIC, VERSION, 0, len(written), digest_of(written))
    pieces: list[bytes | memoryview] = [head, written]
    place = len(head) + len(written)
    for part in contents.parts:
        pieces += [bytes(_aligned(place) - place), parts[part.digest]]
        place = _aligned(place) + part.nbytes
    return pieces


def replace_file(path: str | os.PathLike[str], pieces: Sequence[bytes | memoryview]) -> None:
    """Writes a file, whole or not at all; one that is there is replaced, and stays mapped."""
    with replaced(Path(path)) as beside, beside.open("xb") as file:
        for piece in pieces:
            file.write(piece)


def open_module(
    source: bytes | str | os.PathLike[str] | BinaryIO, *, copy: bool, limits: Limits = LIMITS
) -> Opened:
    """Reads a file, of which nothing is compiled.

    Args:
        source: its bytes, its path, or a file that is open for reading bytes.
        copy: whether a file of a path is read, in place of mapped.
        limits: what each program may have at most.

    Raises:
        ValueError: it is no module, with the reason.
        OSError: it cannot be read.
    """
    data = _bytes_of(source, copy)
    if len(data) < _HEAD.size or bytes(data[:8]) != MAGIC:
        raise ValueError(_no_module(bytes(data[:8])))
    _, version, flags, size, digest = _HEAD.unpack(data[: _HEAD.size])
    if not 1 <= version <= VERSION:
        raise ValueError(
            f"its version is {version}, and this release reads versions 1 to {VERSION}; use a "
            "newer release"
        )
    if flags or any(data[_HEAD.size - 8 : _HEAD.size]):
        raise ValueError(f"its head has flags that no version has{_DAMAGED}")
    if size > len(data) - _HEAD.size:
        raise ValueError(
            f"{size - len(data) + _HEAD.size:,} bytes of its table are missing{_DAMAGED}"
        )
    written = bytes(data[_HEAD.size : _HEAD.size + size])
    if digest_of(written) != digest:
        raise ValueError(f"its table is not what was written{_DAMAGED}")
    views: dict[bytes, memoryview] = {}

    def parts_of(parts: Sequence[PartRecord], nbytes: int) -> Mapping[bytes, memoryview]:
        views.update(_parts(data, parts, _HEAD.size + nbytes))
        return views

    return Opened(table.read(written, parts_of, limits), views, len(data))


def _bytes_of(source: bytes | str | os.PathLike[str] | BinaryIO, copy: bool) -> memoryview:
    if isinstance(source, bytes | bytearray | memoryview):
        return _aligned_copy(source)
    if not isinstance(source, str | os.PathLike):
        return _aligned_copy(source.read())
    with open(source, "rb") as file:
        if copy or not os.fstat(file.fileno()).st_size:  # nothing cannot be mapped
            return _aligned_copy(file.read())
        return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


def _aligned_copy(data: bytes | bytearray | memoryview) -> memoryview:
    """Returns a copy that begins at a page, as a mapped file does; kernels like aligned arrays."""
    memory = mmap.mmap(-1, max(len(data), 1))
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):  # the kernel may have none
            memory.madvise(mmap.MADV_HUGEPAGE)
    memory[: len(data)] = bytes(data)
    return memoryview(memory).toreadonly()[: len(data)]


def _no_module(begin: bytes) -> str:
    if begin[:4] == MAGIC[:4]:
        return "its first bytes were changed, as by a copy that takes it for text; it is damaged"
    if begin[:4] == b"ML\xefR":
        return "it is MLIR bytecode; print it as text, and use from_stablehlo"
    return f"it begins with {begin!r}, and a module with {MAGIC!r}"


def _parts(data: memoryview, parts: Sequence[PartRecord], place: int) -> dict[bytes, memoryview]:
    """Returns the bytes of each part, after their digests were compared."""
    places: list[tuple[int, int]] = [(place, place)]
    for part in parts:
        begin = _aligned(places[-1][1])
        places.append((begin, begin + part.nbytes))
    end = places[-1][1]
    if end != len(data):
        wrong = f"{end - len(data):,} are missing" if end > len(data) else "more are there"
        raise ValueError(f"it has {end:,} bytes, of which {wrong}{_DAMAGED}")
    found: dict[bytes, memoryview] = {}
    for (_, before), (begin, _) in pairwise(places):
        if any(data[before:begin]):
            raise ValueError(f"byte {before} lies between its parts, and is no zero{_DAMAGED}")
    for part, (begin, end) in zip(parts, places[1:], strict=True):
        view = data[begin:end]
        if digest_of(view) != part.digest:
            raise ValueError(f"the bytes {begin} to {end} are not what was written{_DAMAGED}")
        found[part.digest] = view
    return found
