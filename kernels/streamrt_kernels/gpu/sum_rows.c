// `y[i]` becomes the sum of row `i` of `x`: a block for each row.
//
// Pairwise, so that the error grows with the logarithm of the row's length: a thread sums CHAIN
// elements that are a block apart, and adds such sums as a binary counter adds, equal ones first.
// Integers are added without a sign, because they wrap: S is the unsigned type.
#define CHAIN 8
#define LEVELS 48

FUNCTION S sum_of_thread(GLOBAL const T *row, LONG m)
{
    S sums[LEVELS]; // sums[k] is of CHAIN << k elements, where bit k of `chains` is set
    ULONG chains = 0;
    for (LONG from = THREAD; from < m; from += (LONG)CHAIN * THREADS) {
        S sum = 0;
        for (int k = 0; k < CHAIN && from + (LONG)k * THREADS < m; k++)
            sum += (S)row[from + (LONG)k * THREADS];
        int level = 0;
        for (ULONG bits = chains; bits & 1; bits >>= 1)
            sum += sums[level++];
        sums[level] = sum;
        chains++;
    }
    S sum = 0;
    for (int level = 0; chains >> level; level++)
        if (chains >> level & 1)
            sum += sums[level];
    return sum;
}

KERNEL ENTRY(const Words w, GLOBAL const T *x, GLOBAL T *y)
{
    OF_BLOCK S sums[PLACES];
    const LONG n = w.at[0], m = w.at[1];
    for (LONG i = BLOCK; i < n; i += BLOCKS) {
        const S sum = sum_of_block(sum_of_thread(x + i * m, m), sums);
        if (THREAD == 0)
            y[i] = (T)sum;
    }
}
