// Every element of `y` becomes `value`.
KERNEL ENTRY(const Words w, GLOBAL T *y, T value)
{
    const LONG count = SIZE, step = (LONG)BLOCKS * THREADS;
    for (LONG i = (LONG)BLOCK * THREADS + THREAD; i < count; i += step)
        *(GLOBAL T *)((GLOBAL char *)y + OFFSET(0, i)) = value;
}
