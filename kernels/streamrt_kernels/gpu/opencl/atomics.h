// Writes an error unless there is one.
FUNCTION void say_first(__global int *error, int code)
{
    atomic_cmpxchg((volatile __global int *)error, 0, code);
}

// OpenCL adds integers alone, so a float is exchanged as its bits.
FUNCTION void add_one(__global float *count)
{
    volatile __global uint *bits = (volatile __global uint *)count;
    uint known = *bits, found;
    while ((found = atomic_cmpxchg(bits, known, as_uint(as_float(known) + 1.0f))) != known)
        known = found;
}

FUNCTION void set_bit(__local int *bits, int bit)
{
    atomic_or((volatile __local int *)bits, bit);
}
