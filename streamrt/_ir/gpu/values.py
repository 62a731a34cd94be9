"""Constants in the C of GPUs, and what dtypes are.

1. An f16 is its bits; `half_of_float` and its like convert them.
2. A float constant that is no small whole number is written in hexadecimal, which no compiler
   rounds.
"""

from __future__ import annotations

import math
import re
import struct
from typing import Any

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.gpu.dialects import Dialect

__all__ = ["is_float", "is_signed", "literal"]

_PLAIN = 1 << 20
_TAIL = re.compile(r"\.?0*p")


def is_float(dtype: str) -> bool:
    """Returns whether a dtype is a float."""
    return DTYPES[dtype].kind == "f"


def is_signed(dtype: str) -> bool:
    """Returns whether a dtype is a signed integer."""
    return DTYPES[dtype].kind == "i"


def literal(dialect: Dialect, dtype: str, value: Any) -> str:
    """Returns a constant as C has it; infinities and NaN need the helper functions of bits."""
    if dtype == "bool":
        return "true" if value else "false"
    if is_float(dtype):
        return _float(dialect, dtype, float(value))
    number = int(value)
    suffixes = {"u32": "u", "i64": dialect.suffixes["LL"], "u64": dialect.suffixes["ULL"]}
    suffix = suffixes.get(dtype, "")
    if number == DTYPES[dtype].bounds[0] and number < -_PLAIN:
        return f"(-{-number - 1}{suffix} - 1)"
    return f"{number}{suffix}" if number >= 0 else f"({number}{suffix})"


def _float(dialect: Dialect, dtype: str, value: float) -> str:
    suffix = "f" if dtype == "f32" else ""
    code, whole = ("<f", "<I") if dtype == "f32" else ("<d", "<Q")
    if math.isfinite(value):
        try:
            (value,) = struct.unpack(code, struct.pack(code, value))
        except OverflowError:  # what rounds to an infinity of f32
            value = math.copysign(math.inf, value)
    if not math.isfinite(value):
        (bits,) = struct.unpack(whole, struct.pack(code, value))
        return f"{dtype}_of_bits(0x{bits:x}{'u' if dtype == 'f32' else dialect.suffixes['ull']})"
    is_plain = value == int(value) and abs(value) < _PLAIN
    text = f"{value:.1f}" if is_plain else _TAIL.sub("p", value.hex())
    return f"({text}{suffix})" if text.startswith("-") else f"{text}{suffix}"
