"""Functions in CUDA C that kernels call: what takes more than one expression.

Each is written into the texts that need it, behind those that it calls itself. `REAL`, `WHOLE` and
`SUFFIX` stand for the float type, the integer of its width, and the suffix of its constants and
functions: `expf` is `expSUFFIX`.

Nothing here is undefined for any value. C leaves undefined: a division by 0, INT_MIN / -1, a shift
by the width or more, and a float that does not fit the integer that it is made.
"""

from __future__ import annotations

from streamrt._ir.cuda.writer import Writer

__all__ = ["need"]

_FUNCTION = "static __device__ __forceinline__"

_TEMPLATES: dict[str, str] = {
    # The turn of a loop from the number of a turn of all loops. Nearly all numbers have 32 bits,
    # and GPUs divide 64 of them in some hundred instructions.
    "divided": """FUNCTION long long divided(long long a, long long b) {
    return (a | b) >> 32 ? a / b : (long long)((unsigned)a / (unsigned)b);
}""",
    "at": """template <class T> FUNCTION T *at(T *first, long long bytes) {
    return (T *)((char *)first + bytes);
}""",
    # The threads that compute a row; rows.py has its twin.
    "team_for": """FUNCTION int team_for(long long length) {
    if (length > 1024) return 256;
    int team = 1;
    while (team < 32 && 4 * team < length) team *= 2;
    return team;
}""",
    # The upper half of a product of 128 bits.
    "high_of": """FUNCTION unsigned long long high_of(unsigned long long a, unsigned long long b) {
    const unsigned long long mask = 0xffffffffULL, upper = a >> 32, lower = a & mask;
    const unsigned long long one = upper * (b & mask) + (lower * (b & mask) >> 32);
    const unsigned long long other = lower * (b >> 32) + (one & mask);
    return upper * (b >> 32) + (one >> 32) + (other >> 32);
}""",
    # NVRTC has no header of halves at hand, and PTX has instructions since sm_53.
    "float_of_half": """FUNCTION float float_of_half(unsigned short bits) {
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}""",
    "half_of_float": """FUNCTION unsigned short half_of_float(float value) {
    unsigned short bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
}""",
    "half_of_double": """FUNCTION unsigned short half_of_double(double value) {
    unsigned short bits;
    asm("cvt.rn.f16.f64 %0, %1;" : "=h"(bits) : "d"(value));
    return bits;
}""",
    # The columns of a block; columns.py has its twin.
    "columns_for": """FUNCTION int columns_for(long long columns) {
    int width = 1;
    while (width < 32 && width < columns) width *= 2;
    return width;
}""",
    "size_of": """FUNCTION long long size_of(long long stride) {
    return stride < 0 ? -stride : stride;
}""",
    "sign_of": """template <class T> FUNCTION T sign_of(T a) {
    return a != a ? a : (T)((a > 0) - (a < 0));
}""",
    "opposite": """template <class T> FUNCTION T opposite(T a) {
    return (T)(0ULL - (unsigned long long)a);
}""",
    "quotient": """template <class T> FUNCTION T quotient(T a, T b) {
    if (b == 0) return 0;
    if (T(-1) < T(0) && b == T(-1)) return opposite(a);
    const T found = a / b, rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? found - 1 : found;
}""",
    "modulo": """template <class T> FUNCTION T modulo(T a, T b) {
    if (b == 0 || (T(-1) < T(0) && b == T(-1))) return 0;
    const T rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}""",
    "rest": """template <class T> FUNCTION T rest(T a, T b) {
    return b == 0 || (T(-1) < T(0) && b == T(-1)) ? T(0) : T(a % b);
}""",
    "inverse": """template <class T> FUNCTION T inverse(T a) {
    return a == 1 || (T(-1) < T(0) && a == T(-1)) ? a : T(0);
}""",
    # The last bit of the exponent decides for 1 and -1, so taking it as unsigned does no harm.
    "whole_power": """template <class T> FUNCTION T whole_power(T a, T exponent) {
    unsigned long long square = exponent < 0 ? inverse(a) : a, found = 1;
    for (unsigned long long left = exponent; left; left >>= 1, square *= square)
        if (left & 1) found *= square;
    return (T)found;
}""",
    "shifted_left": """template <class T> FUNCTION T shifted_left(T a, T b) {
    return (unsigned long long)b < 8 * sizeof(T) ? T((unsigned long long)a << b) : T(0);
}""",
    "shifted_right": """template <class T> FUNCTION T shifted_right(T a, T b) {
    return (unsigned long long)b < 8 * sizeof(T) ? T(a >> b) : a < 0 ? T(-1) : T(0);
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
    const REAL rest = fmodSUFFIX(a, b);
    if (b == 0) return rest;
    if (rest == 0) return copysignSUFFIX(rest, b);
    return (rest < 0) != (b < 0) ? rest + b : rest;
}""",
    "quotient": """FUNCTION REAL PREFIX_quotient(REAL a, REAL b) {
    if (b == 0) return a / b;
    const REAL rest = fmodSUFFIX(a, b);
    REAL found = (a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0)) found -= 1;
    if (found == 0) return copysignSUFFIX(found, a / b);
    const REAL whole = floorSUFFIX(found);
    return found - whole > REAL(0.5) ? whole + 1 : whole;
}""",
    # What does not fit, and NaN, becomes the least value.
    "to_i32": """FUNCTION int PREFIX_to_i32(REAL a) {
    return a LEAST && a < REAL(2147483648.0) ? (int)a : -2147483647 - 1;
}""",
    "to_i64": """FUNCTION long long PREFIX_to_i64(REAL a) {
    const REAL edge = 9223372036854775808.0SUFFIX;
    return a >= -edge && a < edge ? (long long)a : -9223372036854775807LL - 1;
}""",
    "to_u64": """FUNCTION unsigned long long PREFIX_to_u64(REAL a) {
    const REAL edge = 9223372036854775808.0SUFFIX;
    return a >= edge && a < 2 * edge ? (unsigned long long)a : PREFIX_to_i64(a);
}""",
}

# Below the least i32, f64 has numbers that truncate to it; f32 has none.
_KINDS = {
    "f32": {"REAL": "float", "WHOLE": "int", "SUFFIX": "f", "LEAST": ">= -2147483648.0f"},
    "f64": {"REAL": "double", "WHOLE": "long long", "SUFFIX": "", "LEAST": "> -2147483649.0"},
}

_CALLS: dict[str, tuple[str, ...]] = {
    "quotient": ("opposite",),
    "whole_power": ("inverse",),
    "f32_to_u64": ("f32_to_i64",),
    "f64_to_u64": ("f64_to_i64",),
}


def need(writer: Writer, name: str) -> str:
    """Makes a function known to a text; returns its name.

    Args:
        writer: takes the text of the function.
        name: as the text calls it; functions of floats begin with the dtype, as `f32_modulo`.
    """
    if name not in writer.helpers:
        for called in _CALLS.get(name, ()):
            need(writer, called)
        writer.helpers[name] = _text(name)
    return name


def _text(name: str) -> str:
    prefix, _, own = name.partition("_")
    if prefix in _KINDS and own in _OF_FLOATS:
        text = _OF_FLOATS[own].replace("PREFIX", prefix)
        for word, meaning in _KINDS[prefix].items():
            text = text.replace(word, meaning)
    else:
        text = _TEMPLATES[name]
    return text.replace("FUNCTION", _FUNCTION)
