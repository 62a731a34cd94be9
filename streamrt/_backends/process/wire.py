"""The messages between a process device and its child, on a pair of sockets.

A message is its kind (a byte), its length (4 bytes) and that many bytes: numbers in fixed places,
texts and lists with their lengths. The child answers each one but the first, in order. Nothing is
unpickled or evaluated. The child is trusted with wrong answers only: an answer is a status and a
text.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Sequence
from typing import NamedTuple

OBJECT, FORGET, PLAN, STANDARD, PROGRAM, UNLOAD, OPEN, CLOSE = range(1, 9)
READY, OK, REFUSED, MISSING = range(4)
MOST_BYTES = 1 << 30
MOST_PLANS = 65536
"""The number of plans that one child may have, MOST_PLACED in channel.h."""

_HEAD = struct.Struct("<BI")


class GoneError(Exception):
    """The other side has ended."""


def send(to: socket.socket, kind: int, body: bytes = b"") -> None:
    """Sends a message.

    Raises:
        GoneError: nobody reads it any more.
    """
    try:
        to.sendall(_HEAD.pack(kind, len(body)) + body)
    except OSError as error:
        raise GoneError from error


def receive(source: socket.socket) -> tuple[int, bytes]:
    """Returns the next message: its kind and its body.

    Raises:
        GoneError: there are no more.
    """
    kind, length = _HEAD.unpack(_exactly(source, _HEAD.size))
    if length > MOST_BYTES:
        raise GoneError
    return kind, _exactly(source, length)


def _exactly(source: socket.socket, count: int) -> bytes:
    parts: list[bytes] = []
    while count:
        try:
            part = source.recv(min(count, 1 << 20))
        except OSError as error:
            raise GoneError from error
        if not part:
            raise GoneError
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


class Placed(NamedTuple):
    """A plan as the child gets it.

    Attributes:
        number: its number at the child.
        name: the kernel's name, for messages.
        entry: the name of the entry in the object, or of a standard operation.
        extent, grain: of the plan.
        words: its layout words.
        codes: its codes.
        digest: of the object; empty for a standard operation.
        symbols: what the object refers to, as `elsewhere` packs it.
    """

    number: int
    name: str
    entry: str
    extent: int
    grain: int
    words: tuple[int, ...]
    codes: str
    digest: bytes = b""
    symbols: tuple[tuple[str, str, str, str], ...] = ()

    def pack(self) -> bytes:
        """Returns it as the body of a message."""
        texts = [self.name, self.entry, self.codes]
        for symbol in self.symbols:
            texts += symbol
        return (
            struct.pack("<Iqq", self.number, self.extent, self.grain)
            + pack_words(self.words)
            + _pack_texts(texts)
            + self.digest
        )

    @classmethod
    def unpack(cls, body: bytes) -> Placed:
        """Returns the plan of such a body."""
        number, extent, grain = struct.unpack_from("<Iqq", body)
        words, at = unpack_words(body, struct.calcsize("<Iqq"))
        (name, entry, codes, *rest), at = _unpack_texts(body, at)
        symbols = tuple(zip(*[iter(rest)] * 4, strict=True))
        return cls(number, name, entry, extent, grain, words, codes, body[at:], symbols)


def pack_words(words: Sequence[int]) -> bytes:
    """Returns 64-bit words with their count."""
    return struct.pack(f"<I{len(words)}q", len(words), *words)


def unpack_words(body: bytes, at: int = 0) -> tuple[tuple[int, ...], int]:
    """Returns such words, and the place behind them."""
    (count,) = struct.unpack_from("<I", body, at)
    return struct.unpack_from(f"<{count}q", body, at + 4), at + 4 + 8 * count


def _pack_texts(texts: Sequence[str]) -> bytes:
    packed = struct.pack("<I", len(texts))
    for text in texts:
        encoded = text.encode()
        packed += struct.pack("<I", len(encoded)) + encoded
    return packed


def _unpack_texts(body: bytes, at: int) -> tuple[list[str], int]:
    (count,) = struct.unpack_from("<I", body, at)
    at += 4
    texts: list[str] = []
    for _ in range(count):
        (length,) = struct.unpack_from("<I", body, at)
        texts.append(body[at + 4 : at + 4 + length].decode())
        at += 4 + length
    return texts, at
