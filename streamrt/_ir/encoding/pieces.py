"""Numbers, texts and dtypes as bytes: the pieces that programs are written of, and read by."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Literal

from streamrt._compile.signatures.dtypes import DTYPES, DType
from streamrt._ir.called import MOST_TEXT

__all__ = [
    "BLOCK", "BLOCKS", "INLINE", "LOOPS", "MAGIC", "MOST_NUMBER", "PLAIN", "Read", "Written",
    "digest_of",
]  # fmt: skip

MAGIC = b"SRTP"

PLAIN, LOOPS = 1, 2
"""The versions of programs without loops, and with some."""

BLOCK = 3
"""The number of items that begin or end a loop; that of the operation `inner`, which has none."""

BLOCKS: tuple[Literal["end", "repeat", "while", "branch"], ...] = (
    "end",
    "repeat",
    "while",
    "branch",
)
"""The kinds of these items, by number."""

INLINE = 64
"""The bytes of the largest constant that stands inside of the program."""

MOST_NUMBER = 1 << 62
_MOST_BYTES = 9

_DTYPES = ("f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "bool", "f16")
_CODES = {name: code for code, name in enumerate(_DTYPES)}


def digest_of(data: bytes | memoryview) -> bytes:
    """Returns the BLAKE2b-256 digest of some bytes."""
    return hashlib.blake2b(data, digest_size=32).digest()


class Written:
    """Bytes that are written.

    Attributes:
        data: the bytes so far.
    """

    __slots__ = ("data",)

    def __init__(self) -> None:
        self.data: bytearray = bytearray()

    def number(self, number: int) -> None:
        """Writes a number that is not negative."""
        while number > 127:
            self.data.append(number & 127 | 128)
            number >>= 7
        self.data.append(number)

    def signed(self, numbers: Iterable[int]) -> None:
        """Writes numbers that may be negative, and not how many."""
        for number in numbers:
            self.number(number << 1 if number >= 0 else (-number << 1) - 1)

    def numbers(self, numbers: Sequence[int]) -> None:
        """Writes how many numbers there are, and these."""
        self.number(len(numbers))
        for number in numbers:
            self.number(number)

    def text(self, text: str) -> None:
        """Writes a text."""
        self.bytes(text.encode())

    def bytes(self, data: bytes) -> None:
        """Writes how many bytes there are, and these."""
        self.number(len(data))
        self.data += data

    def dtype(self, dtype: DType) -> None:
        """Writes a dtype, as one byte."""
        self.data.append(_CODES[dtype.name])


class Read:
    """Bytes that are read from the front.

    All methods raise ValueError if the bytes are none that `Written` would write, or too few.

    Attributes:
        data: all bytes.
        at: how many have been read.
        axes: the most numbers in a row.
    """

    __slots__ = ("at", "axes", "data")

    def __init__(self, data: bytes, axes: int) -> None:
        self.data, self.at, self.axes = data, 0, axes

    def take(self, count: int) -> bytes:
        """Reads so many bytes."""
        if count > len(self.data) - self.at:
            raise ValueError(f"{count} bytes are missing")
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self, most: int = MOST_NUMBER) -> int:
        """Reads a number that is not negative, and not above `most`."""
        at, data = self.at, self.data
        if at < len(data) and data[at] < 128:
            self.at = at + 1
            number = data[at]
        else:
            number = self._long()
        if number > most:
            raise ValueError(f"{number} is above {most}")
        return number

    def _long(self) -> int:
        """Reads a number of several bytes, or refuses one that the end of the bytes cuts."""
        number = shift = 0
        for at, byte in enumerate(self.data[self.at : self.at + _MOST_BYTES], self.at + 1):
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                self.at = at
                if not byte:
                    raise ValueError("these bytes are not the canonical ones: a number ends with 0")
                return number
        if shift == 7 * _MOST_BYTES:
            raise ValueError("a number has more than 63 bits")
        raise ValueError("a byte is missing")

    def signed(self, count: int) -> tuple[int, ...]:
        """Reads so many numbers, which may be negative."""
        numbers = [self.number(2 * MOST_NUMBER - 1) for _ in range(count)]
        return tuple([-((n + 1) >> 1) if n & 1 else n >> 1 for n in numbers])

    def numbers(self) -> tuple[int, ...]:
        """Reads how many numbers there are, and these."""
        return tuple([self.number() for _ in range(self.number(self.axes))])

    def text(self, most: int = MOST_TEXT) -> str:
        """Reads a text of at most so many bytes."""
        return self.bytes(most).decode()

    def bytes(self, most: int) -> bytes:
        """Reads how many bytes there are, at most so many, and these."""
        return self.take(self.number(most))

    def end(self) -> None:
        """Raises ValueError if bytes are left."""
        if self.at != len(self.data):
            raise ValueError(f"{len(self.data) - self.at} bytes are too many")

    def dtype(self) -> DType:
        """Reads a dtype."""
        (code,) = self.take(1)
        if code >= len(_DTYPES):
            raise ValueError(f"no dtype has number {code}")
        return DTYPES[_DTYPES[code]]
