"""The requests of a far device to its place, as bytes, and the answers.

A request is a kind and a body: numbers in fixed places, texts and lists with their lengths. Nothing
is unpickled or evaluated. The place is trusted with wrong answers only: an answer is a status and a
text.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import NamedTuple

OBJECT, FORGET, PLAN, STANDARD, PROGRAM, LOOP, UNLOAD, OPEN, CLOSE = range(1, 10)
MAP, CLEAR, STOP, PEER = range(10, 14)
"""Those of a place that shares no memory with the device."""

READY, OK, REFUSED = range(3)
MOST_PLANS = 65536
"""The number of plans that one place may have, MOST_PLACED in channel.h."""

MOST_CHANNELS = 256
"""The number of channels of one place, as in channel.h."""


class GoneError(Exception):
    """The other side has ended."""


class Placed(NamedTuple):
    """A plan as the place gets it.

    Attributes:
        number: its number at the place.
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
            + pack_texts(texts)
            + self.digest
        )

    @classmethod
    def unpack(cls, body: bytes) -> Placed:
        """Returns the plan of such a body."""
        number, extent, grain = struct.unpack_from("<Iqq", body)
        words, at = unpack_words(body, struct.calcsize("<Iqq"))
        (name, entry, codes, *rest), at = unpack_texts(body, at)
        symbols = tuple(zip(*[iter(rest)] * 4, strict=True))
        return cls(number, name, entry, extent, grain, words, codes, body[at:], symbols)


def pack_words(words: Sequence[int]) -> bytes:
    """Returns 64-bit words with their count."""
    return struct.pack(f"<I{len(words)}q", len(words), *words)


def unpack_words(body: bytes, at: int = 0) -> tuple[tuple[int, ...], int]:
    """Returns such words, and the place behind them."""
    (count,) = struct.unpack_from("<I", body, at)
    return struct.unpack_from(f"<{count}q", body, at + 4), at + 4 + 8 * count


def pack_texts(texts: Sequence[str]) -> bytes:
    """Returns texts with their count and lengths."""
    packed = struct.pack("<I", len(texts))
    for text in texts:
        encoded = text.encode()
        packed += struct.pack("<I", len(encoded)) + encoded
    return packed


def unpack_texts(body: bytes, at: int = 0) -> tuple[list[str], int]:
    """Returns such texts, and the place behind them."""
    (count,) = struct.unpack_from("<I", body, at)
    at += 4
    texts: list[str] = []
    for _ in range(count):
        (length,) = struct.unpack_from("<I", body, at)
        texts.append(body[at + 4 : at + 4 + length].decode())
        at += 4 + length
    return texts, at
