// `y` becomes `y + alpha * x`, rounded after the product and after the sum, as NumPy does: texts are
// compiled without contraction.
KERNEL ENTRY(const Words w, GLOBAL const T *x, GLOBAL T *y, T alpha)
{
    const LONG count = SIZE, step = (LONG)BLOCKS * THREADS;
    for (LONG i = (LONG)BLOCK * THREADS + THREAD; i < count; i += step) {
        GLOBAL T *to = (GLOBAL T *)((GLOBAL char *)y + OFFSET(1, i));
        const T product = alpha * *(GLOBAL const T *)((GLOBAL const char *)x + OFFSET(0, i));
        *to = *to + product;
    }
}
