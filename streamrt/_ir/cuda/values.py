"""Values in CUDA C: the types of registers and of memory, and constants.

1. A bool is a `bool` in registers, and a byte in memory, because `bool` would promise that the byte
   is 0 or 1.
2. 64-bit integers are `long long` on every platform that CUDA has; `long` is not.
3. An f16 is its bits; `half_of_float` and its like convert them.
4. A float constant that is no small whole number is written in hexadecimal, which no compiler
   rounds.
"""

from __future__ import annotations

import math
import re
import struct
from typing import Any

from streamrt._compile.signatures.dtypes import DTYPES

__all__ = ["MEMORY", "REGISTER", "UNSIGNED", "is_float", "is_signed", "literal"]

REGISTER: dict[str, str] = {
    "f16": "unsigned short", "f32": "float", "f64": "double", "bool": "bool",
    "i8": "signed char", "i16": "short", "i32": "int", "i64": "long long",
    "u8": "unsigned char", "u16": "unsigned short", "u32": "unsigned", "u64": "unsigned long long",
}  # fmt: skip
"""The C type of each dtype in a register."""

MEMORY: dict[str, str] = {**REGISTER, "bool": "unsigned char"}
"""The C type of each dtype in memory, and of a parameter."""

UNSIGNED: dict[str, str] = {
    name: "unsigned long long" if dtype.itemsize == 8 else "unsigned"
    for name, dtype in DTYPES.items()
    if dtype.kind in "iu"
}
"""The type in which integers of a dtype are added and multiplied: C leaves the overflow of signed
ones undefined, and makes an `int` of what is smaller."""

_PLAIN = 1 << 20
_TAIL = re.compile(r"\.?0*p")


def is_float(dtype: str) -> bool:
    """Returns whether a dtype is a float."""
    return DTYPES[dtype].kind == "f"


def is_signed(dtype: str) -> bool:
    """Returns whether a dtype is a signed integer."""
    return DTYPES[dtype].kind == "i"


def literal(dtype: str, value: Any) -> str:
    """Returns a constant as C has it; infinities and NaN need the helper functions of bits."""
    if dtype == "bool":
        return "true" if value else "false"
    if is_float(dtype):
        return _float(dtype, float(value))
    number = int(value)
    suffix = {"u32": "u", "i64": "LL", "u64": "ULL"}.get(dtype, "")
    if number == DTYPES[dtype].bounds[0] and number < -_PLAIN:
        return f"(-{-number - 1}{suffix} - 1)"
    return f"{number}{suffix}" if number >= 0 else f"({number}{suffix})"


def _float(dtype: str, value: float) -> str:
    suffix = "f" if dtype == "f32" else ""
    code, whole = ("<f", "<I") if dtype == "f32" else ("<d", "<Q")
    if math.isfinite(value):
        try:
            (value,) = struct.unpack(code, struct.pack(code, value))
        except OverflowError:  # what rounds to an infinity of f32
            value = math.copysign(math.inf, value)
    if not math.isfinite(value):
        (bits,) = struct.unpack(whole, struct.pack(code, value))
        return f"{dtype}_of_bits(0x{bits:x}{'u' if dtype == 'f32' else 'ull'})"
    is_plain = value == int(value) and abs(value) < _PLAIN
    text = f"{value:.1f}" if is_plain else _TAIL.sub("p", value.hex())
    return f"({text}{suffix})" if text.startswith("-") else f"{text}{suffix}"
