// `y` becomes `x` in the dtype of `y`. An f16 is its bits, and is computed as a float.
//
// Floats are clipped to the range of an integer, and NaN becomes 0, on every machine. The hardware
// of some clips as well, but a conversion of a float that does not fit is undefined in C, and NaN to
// 64 bits is not 0.
FUNCTION B converted(WIDE x)
{
#if CLIPS
    if (x != x)
        return 0;
    // The greatest integer may round up to the power of two above it, which does not fit.
    if (x >= (WIDE)MOST)
        return MOST;
    return x <= (WIDE)LEAST ? LEAST : (B)x;
#else
    return NARROWED(x);
#endif
}

KERNEL ENTRY(const Words w, GLOBAL const A *x, GLOBAL B *y)
{
    const LONG count = SIZE, step = (LONG)BLOCKS * THREADS;
    for (LONG i = (LONG)BLOCK * THREADS + THREAD; i < count; i += step) {
        const A from = *(GLOBAL const A *)((GLOBAL const char *)x + OFFSET(0, i));
        *(GLOBAL B *)((GLOBAL char *)y + OFFSET(1, i)) = converted(WIDENED(from));
    }
}
