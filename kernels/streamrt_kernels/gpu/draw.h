// The loop of the kernels that draw: a thread for each block of four words. `y` becomes elements
// `offset` to `offset + n - 1` of a sequence; `finish` makes of a block its elements.
#define PER (16 / (int)sizeof(T))

KERNEL ENTRY(const Words w, GLOBAL T *y, ULONG seed, ULONG offset)
{
    const LONG n = SIZE, step = (LONG)BLOCKS * THREADS;
    const LONG before = (LONG)(offset % PER), blocks = (before + n + PER - 1) / PER;
    for (LONG b = (LONG)BLOCK * THREADS + THREAD; b < blocks; b += step) {
        T values[16 / sizeof(T)];
        finish(philox(seed, offset / PER + (ULONG)b, PURPOSE), values);
        for (int k = 0; k < PER; k++) {
            const LONG i = b * PER + k - before;
            if (i >= 0 && i < n)
                y[i] = values[k];
        }
    }
}
