// Conversions of halves with integers, because what `vload_half` makes of a NaN is the driver's
// choice. The steps are those of Fabian Giesen's `half_to_float` and `float_to_half_fast3_rtne`
// (https://gist.github.com/rygorous/2156668), as on a CPU without instructions for them.
FUNCTION float float_of_half(ushort bits)
{
    const uint size = (bits & 0x7fffu) << 13, normal = size + (112u << 23);
    const uint small = as_uint(as_float(normal + (1u << 23)) - as_float(113u << 23));
    const uint special = size | 0x7f800000u | (size > 0x7c00u << 13 ? 0x400000u : 0u);
    const uint found = size < 1u << 23 ? small : normal;
    return as_float((size >= 0x7c00u << 13 ? special : found) | (bits & 0x8000u) << 16);
}

FUNCTION ushort half_of_float(float value)
{
    const uint bits = as_uint(value), size = bits & 0x7fffffffu;
    const uint small = as_uint(as_float(size) + 0.5f) - 0x3f000000u;
    const uint normal = (size - (112u << 23) + 0xfffu + (size >> 13 & 1u)) >> 13;
    const uint special = size > 0x7f800000u ? 0x7e00u | (size >> 13 & 0x3ffu) : 0x7c00u;
    const uint found = size < 113u << 23 ? small : normal;
    return (ushort)((size >= 143u << 23 ? special : found) | (bits >> 16 & 0x8000u));
}

#if WITH_DOUBLES
// Rounded to odd first, because a second rounding to the nearest may go the wrong way.
FUNCTION ushort half_of_double(double value)
{
    const float near = (float)value;
    const double back = near;
    const uint cut = as_uint(near) - (fabs(back) > fabs(value));
    const bool is_exact = back == value || value != value;
    return half_of_float(is_exact ? near : as_float(cut | 1u));
}
#endif
