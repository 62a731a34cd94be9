"""Registers and constants of LLVM text.

A bool lies in memory as an i8, and is an i1 in a register. Every other dtype has one type; that of
f16 is the i16 of its bits.
"""

from __future__ import annotations

import struct
from typing import Any

from streamrt._compile.llvm.emit import Code, vector
from streamrt._compile.signatures.dtypes import DTYPES

__all__ = ["constant", "iota", "is_float", "is_signed", "lane_numbers", "register", "splat"]

REGISTERS: dict[str, str] = {
    name: "i1" if name == "bool" else dtype.llvm for name, dtype in DTYPES.items()
}
"""The LLVM type of one element of each dtype in a register."""


def register(lanes: int, dtype: str) -> str:
    """Returns the type of a register with `lanes` elements."""
    return vector(lanes, REGISTERS[dtype])


def is_float(dtype: str) -> bool:
    """Returns whether a dtype is a float; code that computes sees f32 and f64 only."""
    return dtype[0] == "f"


def is_signed(dtype: str) -> bool:
    """Returns whether a dtype is a signed integer."""
    return dtype[0] == "i"


def constant(lanes: int, dtype: str, value: Any) -> str:
    """Returns the text of a constant, in every lane; it may stand wherever a value may.

    Args:
        lanes: 1 gives a plain element.
        dtype: its dtype.
        value: a number. An f32 is rounded first; an integer must fit.
    """
    if is_float(dtype):
        text = _float(dtype, value)
    elif dtype == "bool":
        text = "true" if value else "false"
    else:
        text = str(int(value))
    return text if lanes == 1 else f"splat ({REGISTERS[dtype]} {text})"


def _float(dtype: str, value: float) -> str:
    """Returns a float by its bits. LLVM spells an f32 by the f64 of equal value."""
    number = float(value)
    if dtype == "f32" and number == number:
        try:
            (number,) = struct.unpack("<f", struct.pack("<f", number))
        except OverflowError:
            number = float("inf") if number > 0 else float("-inf")
    (bits,) = struct.unpack("<Q", struct.pack("<d", number))
    if dtype == "f32" and number != number:
        bits &= ~((1 << 29) - 1)  # an f32 has no such low bits, and LLVM refuses them
    return f"0x{bits:016X}"


def lane_numbers(lanes: int, type_: str) -> str:
    """Returns the constant vector 0, 1, 2 and so on, of integers of a type."""
    return f"<{', '.join([f'{type_} {k}' for k in range(lanes)])}>"


def iota(code: Code, lanes: int, start: str) -> str:
    """Emits the i64s that count up from `start`."""
    if lanes == 1:
        return start
    first = splat(code, lanes, "i64", start)
    return code.let(f"add {register(lanes, 'i64')} {first}, {lane_numbers(lanes, 'i64')}")


def splat(code: Code, lanes: int, dtype: str, value: str) -> str:
    """Emits a vector with `value` in every lane."""
    return code.splat(lanes, REGISTERS[dtype], value)
