"""Messages of protobuf, as bytes: one from values, or many of one shape from columns of numbers.

A message of many is a list of pieces: bytes that all have, or a column. The numbers of a column are
written as varints of one width, the least in which all of them fit. Readers take that: a varint may
have leading zeros, and Perfetto's own writer uses them for lengths.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

Bytes: TypeAlias = "np.ndarray[Any, np.dtype[np.uint8]]"
Piece: TypeAlias = "bytes | np.ndarray[Any, Any]"
"""Bytes that all messages have, varints (one axis), or the bytes of each (two axes)."""

_VARINT, _FIXED64, _LENGTH = 0, 1, 2


def varint(number: int) -> bytes:
    """Returns a number as a varint; a negative one as its two's complement in 64 bits."""
    number &= (1 << 64) - 1
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


def field(number: int, value: int | str | bytes) -> bytes:
    """Returns a field: an integer, a text, or a message that is written already."""
    if isinstance(value, int):
        return varint(number << 3 | _VARINT) + varint(value)
    value = value.encode(errors="replace") if isinstance(value, str) else value
    return varint(number << 3 | _LENGTH) + varint(len(value)) + value


# --- many messages of one shape ---------------------------------------------------------------


def varints(number: int, column: np.ndarray[Any, Any]) -> list[Piece]:
    """Returns the pieces of a field of integers."""
    return [varint(number << 3 | _VARINT), column]


def fixed64s(number: int, columns: np.ndarray[Any, Any]) -> list[Piece]:
    """Returns the pieces of a repeated field: a row of integers for each message."""
    tag = np.frombuffer(varint(number << 3 | _FIXED64), np.uint8)
    count, each = columns.shape
    found = np.empty((count, each, len(tag) + 8), np.uint8)
    found[:, :, : len(tag)] = tag
    numbers = np.ascontiguousarray(columns, "<u8").view(np.uint8)
    found[:, :, len(tag) :] = numbers.reshape(count, each, 8)
    return [found.reshape(count, each * (len(tag) + 8))]


def messages(number: int, pieces: Sequence[Piece]) -> list[Piece]:
    """Returns the pieces of a field of messages, from the pieces of the messages."""
    length = sum(width(piece) for piece in pieces)
    return [varint(number << 3 | _LENGTH) + varint(length), *pieces]


def width(piece: Piece) -> int:
    """Returns how many bytes a piece takes."""
    if isinstance(piece, bytes):
        return len(piece)
    if piece.ndim == 2:
        return int(piece.shape[1])
    return len(varint(int(piece.astype(np.uint64, copy=False).max(initial=0))))


def written(pieces: Sequence[Piece], count: int) -> Bytes:
    """Returns messages as rows of bytes."""
    widths = [width(piece) for piece in pieces]
    found = np.empty((count, sum(widths)), np.uint8)
    at = 0
    for piece, wide in zip(pieces, widths, strict=True):
        if isinstance(piece, bytes):
            found[:, at : at + wide] = np.frombuffer(piece, np.uint8)
        elif piece.ndim == 2:
            found[:, at : at + wide] = piece
        else:
            rest = piece.astype(np.uint64)
            for place in range(at, at + wide):
                found[:, place] = rest & np.uint64(0x7F) | np.uint64(0x80)
                rest >>= np.uint64(7)
            found[:, at + wide - 1] &= 0x7F
        at += wide
    return found


def scattered(parts: Sequence[tuple[np.ndarray[Any, Any], Bytes]], count: int) -> Bytes:
    """Returns messages of several shapes, one behind the other.

    Args:
        parts: for each shape, the places of its messages, and their bytes as rows.
        count: how many messages there are.
    """
    sizes = np.zeros(count, np.int64)
    for places, rows in parts:
        sizes[places] = rows.shape[1]
    ends = np.cumsum(sizes)
    found = np.empty(int(ends[-1]) if count else 0, np.uint8)
    for places, rows in parts:
        begins = (ends - sizes)[places]
        found[begins[:, None] + np.arange(rows.shape[1])] = rows
    return found
