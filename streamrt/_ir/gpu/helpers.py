"""Functions in the C of GPUs that kernels call: what takes more than one expression.

Each is written into the texts that need it, behind those that it calls itself. Words in capitals
are those of the language (dialects.py). `REAL`, `WHOLE` and `SUFFIX` stand for the float type, the
integer of its width, and the suffix of its constants; `fmodNAMED` is the function `fmod` of that
type. `T` is the type of a generic function, `T_OF(x)` a cast to it, and
`MINUS_ONE(x)` asks whether x is -1, which no unsigned one is.

Nothing here is undefined for any value. C leaves undefined: a division by 0, INT_MIN / -1, a shift
by the width or more, and a float that does not fit the integer that it is made.
"""

from __future__ import annotations

import re

from streamrt._ir.gpu.dialects import Dialect
from streamrt._ir.gpu.values import is_signed
from streamrt._ir.gpu.writer import Writer

__all__ = ["need"]

_PLAIN: dict[str, str] = {
    # The turn of a loop from the number of a turn of all loops. Nearly all numbers have 32 bits,
    # and GPUs divide 64 of them in some hundred instructions.
    "divided": """FUNCTION LONG divided(LONG a, LONG b) {
    return (a | b) >> 32 ? a / b : (LONG)((unsigned)a / (unsigned)b);
}""",
    "at": """template <class T> FUNCTION T *at(T *first, LONG bytes) {
    return (T *)((char *)first + bytes);
}""",
    # The threads that compute a row; rows.py has its twin.
    "team_for": """FUNCTION int team_for(LONG length) {
    if (length > 1024) return 256;
    int team = 1;
    while (team < 32 && 4 * team < length) team *= 2;
    return team;
}""",
    # The upper half of a product of 128 bits.
    "high_of": """FUNCTION ULONG high_of(ULONG a, ULONG b) {
    const ULONG mask = 0xffffffff_ULL, upper = a >> 32, lower = a & mask;
    const ULONG one = upper * (b & mask) + (lower * (b & mask) >> 32);
    const ULONG other = lower * (b >> 32) + (one & mask);
    return upper * (b >> 32) + (one >> 32) + (other >> 32);
}""",
    # The columns of a block; columns.py has its twin.
    "columns_for": """FUNCTION int columns_for(LONG columns) {
    int width = 1;
    while (width < 32 && width < columns) width *= 2;
    return width;
}""",
    "size_of": """FUNCTION LONG size_of(LONG stride) {
    return stride < 0 ? -stride : stride;
}""",
}

_GENERIC: dict[str, str] = {
    "sign_of": """GENERIC T sign_of(T a) {
    return a != a ? a : (T)((a > 0) - (a < 0));
}""",
    "opposite": """GENERIC T opposite(T a) {
    return (T)(0_ULL - (ULONG)a);
}""",
    "quotient": """GENERIC T quotient(T a, T b) {
    if (b == 0) return 0;
    if (MINUS_ONE(b)) return opposite(a);
    const T found = a / b, rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? found - 1 : found;
}""",
    "modulo": """GENERIC T modulo(T a, T b) {
    if (b == 0 || (MINUS_ONE(b))) return 0;
    const T rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}""",
    "rest": """GENERIC T rest(T a, T b) {
    return b == 0 || (MINUS_ONE(b)) ? T_OF(0) : T_OF(a % b);
}""",
    "inverse": """GENERIC T inverse(T a) {
    return a == 1 || (MINUS_ONE(a)) ? a : T_OF(0);
}""",
    # The last bit of the exponent decides for 1 and -1, so taking it as unsigned does no harm.
    "whole_power": """GENERIC T whole_power(T a, T exponent) {
    ULONG square = exponent < 0 ? inverse(a) : a, found = 1;
    for (ULONG left = exponent; left; left >>= 1, square *= square)
        if (left & 1) found *= square;
    return (T)found;
}""",
    "shifted_left": """GENERIC T shifted_left(T a, T b) {
    return (ULONG)b < 8 * sizeof(T) ? T_OF((ULONG)a << b) : T_OF(0);
}""",
    "shifted_right": """GENERIC T shifted_right(T a, T b) {
    return (ULONG)b < 8 * sizeof(T) ? T_OF(a >> b) : a < 0 ? T_OF(-1) : T_OF(0);
}""",
}

_OF_FLOATS: dict[str, str] = {
    "of_bits": """FUNCTION REAL PREFIX_of_bits(unsigned WHOLE bits) {
    union { unsigned WHOLE bits; REAL value; } both;
    both.bits = bits;
    return both.value;
}""",
    "bits": """FUNCTION WHOLE PREFIX_bits(REAL value) {
    union { REAL value; WHOLE bits; } both;
    both.value = value;
    return both.bits;
}""",
    # The steps are those of npy_divmod in NumPy's npy_math_internal.h.src.
    "modulo": """FUNCTION REAL PREFIX_modulo(REAL a, REAL b) {
    const REAL rest = fmodNAMED(a, b);
    if (b == 0) return rest;
    if (rest == 0) return copysignNAMED(rest, b);
    return (rest < 0) != (b < 0) ? rest + b : rest;
}""",
    "quotient": """FUNCTION REAL PREFIX_quotient(REAL a, REAL b) {
    if (b == 0) return a / b;
    const REAL rest = fmodNAMED(a, b);
    REAL found = (a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0)) found -= 1;
    if (found == 0) return copysignNAMED(found, a / b);
    const REAL whole = floorNAMED(found);
    return found - whole > REAL_OF(0.5) ? whole + 1 : whole;
}""",
    # What does not fit, and NaN, becomes the least value.
    "to_i32": """FUNCTION int PREFIX_to_i32(REAL a) {
    return a LEAST && a < REAL_OF(2147483648.0) ? (int)a : -2147483647 - 1;
}""",
    "to_i64": """FUNCTION LONG PREFIX_to_i64(REAL a) {
    const REAL edge = 9223372036854775808.0SUFFIX;
    return a >= -edge && a < edge ? (LONG)a : -9223372036854775807_LL - 1;
}""",
    "to_u64": """FUNCTION ULONG PREFIX_to_u64(REAL a) {
    const REAL edge = 9223372036854775808.0SUFFIX;
    return a >= edge && a < 2 * edge ? (ULONG)a : PREFIX_to_i64(a);
}""",
}

# Below the least i32, f64 has numbers that truncate to it; f32 has none.
_KINDS = {
    "f32": {"REAL": "float", "WHOLE": "int", "SUFFIX": "f", "LEAST": ">= -2147483648.0f"},
    "f64": {"REAL": "double", "WHOLE": "LONG", "SUFFIX": "", "LEAST": "> -2147483649.0"},
}

_CALLS: dict[str, tuple[str, ...]] = {
    "quotient": ("opposite",),
    "whole_power": ("inverse",),
    "f32_to_u64": ("f32_to_i64",),
    "f64_to_u64": ("f64_to_i64",),
}


def need(writer: Writer, name: str, dtype: str = "") -> str:
    """Makes a function known to a text; returns its name there.

    Args:
        writer: takes the text of the function.
        name: the function; functions of floats begin with the dtype, as `f32_modulo`.
        dtype: the dtype of its operands, for a generic function.
    """
    dialect = writer.dialect
    own = f"{name}_{dtype}" if name in _GENERIC and not dialect.is_generic else name
    if own not in writer.helpers:
        for called in (*_CALLS.get(name, ()), *dialect.half_calls.get(name, ())):
            need(writer, called, dtype)
        writer.helpers[own] = dialect.fill(_text(dialect, name, dtype))
    return own


def _text(dialect: Dialect, name: str, dtype: str) -> str:
    """Returns the text of a function, with the words of the language left in it."""
    if name in dialect.halves:
        return dialect.halves[name]
    if name in _GENERIC:
        return _generic(dialect, _GENERIC[name], dtype)
    prefix, _, own = name.partition("_")
    if prefix not in _KINDS or own not in _OF_FLOATS:
        return _PLAIN[name]
    text = _NAMED.sub(lambda found: dialect.function_of(found[1], prefix), _OF_FLOATS[own])
    kind = _KINDS[prefix]["REAL"]
    text = text.replace("PREFIX", prefix)
    text = text.replace("REAL_OF(", f"{kind}(" if dialect.is_generic else f"({kind})(")
    for word, meaning in _KINDS[prefix].items():
        text = text.replace(word, meaning)
    return text


def _generic(dialect: Dialect, text: str, dtype: str) -> str:
    """Returns a generic function: a template, or the function of one dtype under its own name."""
    if dialect.is_generic:
        text = _MINUS_ONE.sub(r"T(-1) < T(0) && \1 == T(-1)", text)
        return text.replace("GENERIC", "template <class T> FUNCTION").replace("T_OF(", "T(")
    kind = dialect.register[dtype]
    if is_signed(dtype):
        text = _MINUS_ONE.sub(r"\1 == -1", text)
    else:  # compilers warn of `|| false`, and some print that
        text = _MINUS_ONE.sub("false", _OR_MINUS_ONE.sub("", text))
    text = _GENERIC_CALL.sub(rf"\1_{dtype}(", text.replace("T_OF(", f"({kind})("))
    return _TYPE.sub(kind, text.replace("GENERIC", "FUNCTION"))


_MINUS_ONE = re.compile(r"MINUS_ONE\((\w)\)")
_OR_MINUS_ONE = re.compile(r" \|\| \(MINUS_ONE\(\w\)\)")
_NAMED = re.compile(r"\b(\w+)NAMED")
_TYPE = re.compile(r"\bT\b")
_GENERIC_CALL = re.compile(rf"\b({'|'.join(_GENERIC)})\(")
