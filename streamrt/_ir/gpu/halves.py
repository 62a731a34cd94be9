"""The conversions of f16 on GPUs, whose bits are those of the CPU (_compile/llvm/halves.py).

NVRTC has no header of halves at hand, and PTX has instructions since sm_53. OpenCL's `vload_half`
says nothing of the bits of a NaN, and `vstore_half` takes what the driver makes of it, so there the
steps are those that the CPU takes where it has no instructions.
"""

from __future__ import annotations

__all__ = ["BY_INTEGERS", "BY_PTX"]

BY_PTX: dict[str, str] = {
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
}

BY_INTEGERS: dict[str, str] = {
    "float_of_half": """FUNCTION float float_of_half(ushort bits) {
    const uint size = (bits & 0x7fffu) << 13, normal = size + (112u << 23);
    const uint small = as_uint(as_float(normal + (1u << 23)) - as_float(113u << 23));
    const uint special = size | 0x7f800000u | (size > 0x7c00u << 13 ? 0x400000u : 0u);
    const uint found = size < 1u << 23 ? small : normal;
    return as_float((size >= 0x7c00u << 13 ? special : found) | (bits & 0x8000u) << 16);
}""",
    "half_of_float": """FUNCTION ushort half_of_float(float value) {
    const uint bits = as_uint(value), size = bits & 0x7fffffffu;
    const uint small = as_uint(as_float(size) + 0.5f) - 0x3f000000u;
    const uint normal = (size - (112u << 23) + 0xfffu + (size >> 13 & 1u)) >> 13;
    const uint special = size > 0x7f800000u ? 0x7e00u | (size >> 13 & 0x3ffu) : 0x7c00u;
    const uint found = size < 113u << 23 ? small : normal;
    return (ushort)((size >= 143u << 23 ? special : found) | (bits >> 16 & 0x8000u));
}""",
    # Rounded to odd first, because a second rounding to the nearest may go the wrong way.
    "half_of_double": """FUNCTION ushort half_of_double(double value) {
    const float near = (float)value;
    const double back = near;
    const uint cut = as_uint(near) - (fabs(back) > fabs(value));
    const bool is_exact = back == value || value != value;
    return half_of_float(is_exact ? near : as_float(cut | 1u));
}""",
}
