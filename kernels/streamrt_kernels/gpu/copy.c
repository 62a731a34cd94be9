// `y` becomes equal to `x`, bit by bit.
KERNEL ENTRY(const Words w, GLOBAL const T *x, GLOBAL T *y)
{
    const LONG count = SIZE, step = (LONG)BLOCKS * THREADS;
    for (LONG i = (LONG)BLOCK * THREADS + THREAD; i < count; i += step) {
        GLOBAL const T *from = (GLOBAL const T *)((GLOBAL const char *)x + OFFSET(0, i));
        *(GLOBAL T *)((GLOBAL char *)y + OFFSET(1, i)) = *from;
    }
}
