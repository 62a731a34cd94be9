// Row `idx[j]` of `y` grows by row `j` of `x`, in the order of `j`: a thread for each column.
#define OUT_OF_RANGE 1

// Every block looks at all indices, so that none writes anything if one is bad.
FUNCTION bool all_in_range(GLOBAL const LONG *idx, LONG k, LONG n, SHARED int *bad)
{
    if (THREAD == 0)
        *bad = 0;
    BARRIER
    for (LONG j = THREAD; j < k; j += THREADS)
        if (idx[j] < -n || idx[j] >= n)
            set_bit(bad, 1);
    BARRIER
    return !*bad;
}

KERNEL ENTRY(const Words w, GLOBAL const LONG *idx, GLOBAL const T *x, GLOBAL T *y,
             GLOBAL int *error)
{
    OF_BLOCK int bad;
    const LONG k = w.at[0], m = w.at[1], n = w.at[2];
    if (!all_in_range(idx, k, n, &bad)) {
        *error = OUT_OF_RANGE;
        return;
    }
    const LONG step = (LONG)BLOCKS * THREADS;
    for (LONG i = (LONG)BLOCK * THREADS + THREAD; i < m; i += step)
        for (LONG j = 0; j < k; j++)
            y[(idx[j] < 0 ? idx[j] + n : idx[j]) * m + i] += x[j * m + i];
}
