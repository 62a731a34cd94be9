// Every row of `x` gets Euclidean length 1: a block for each row. A row of zeros stays.
//
// The squares of floats are exact in f64, and their sum is rounded a few times in 53 bits. So the
// quotient, rounded once more to f32, is within 1 ulp.
KERNEL ENTRY(const Words w, GLOBAL float *x)
{
    OF_BLOCK S sums[PLACES];
    const LONG n = w.at[0], m = w.at[1];
    for (LONG i = BLOCK; i < n; i += BLOCKS) {
        GLOBAL float *row = x + i * m;
        double squares = 0;
        for (LONG k = THREAD; k < m; k += THREADS) {
            const double element = row[k];
            squares += element * element;
        }
        const double length = sqrt(sum_of_block(squares, sums));
        if (length == 0)
            continue;
        for (LONG k = THREAD; k < m; k += THREADS)
            row[k] = (float)(row[k] / length);
    }
}
