// `y[i]` becomes `start + i * step`, each operation rounded to T.
KERNEL ENTRY(const Words w, GLOBAL T *y, T start, T step)
{
    const LONG n = w.at[0], stride = (LONG)BLOCKS * THREADS;
    for (LONG i = (LONG)BLOCK * THREADS + THREAD; i < n; i += stride)
        y[i] = (T)(start + (T)((T)i * step));
}
