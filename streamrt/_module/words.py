"""Words of tables: the pieces of a program's bytes, and those that only tables have."""

from __future__ import annotations

from collections.abc import Sequence

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.encoding.pieces import MOST_NUMBER, Read, Written
from streamrt._ir.limits import LIMITS

__all__ = ["TableRead", "TableWritten"]


class TableWritten(Written):
    """Bytes of a table that are written."""

    def integer(self, number: int) -> None:
        """Writes a number that may be negative."""
        self.signed([number])

    def texts(self, texts: Sequence[str]) -> None:
        """Writes how many texts there are, and these."""
        self.number(len(texts))
        for text in texts:
            self.text(text)

    def named_dtype(self, name: str) -> None:
        """Writes a dtype."""
        self.dtype(DTYPES[name])


class TableRead(Read):
    """Bytes of a table that are read; see `Read`."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data, LIMITS.axes)

    def integer(self, most: int = MOST_NUMBER) -> int:
        """Reads a number that may be negative, and is not further from 0 than `most`."""
        (number,) = self.signed(1)
        if abs(number) > most:
            raise ValueError(f"{number} is beyond {most}")
        return number

    def dtype_name(self) -> str:
        """Reads a dtype."""
        return self.dtype().name

    def listed(self, most: int, count: int) -> tuple[int, ...]:
        """Reads how many numbers there are, at most `count`, and these, none above `most`."""
        return tuple([self.number(most) for _ in range(self.number(count))])
