// `values[i]` becomes the k largest elements of row `i` of `x`, and `indices[i]` their columns: a
// block for each row. Turn `j` finds the greatest element behind that of turn `j - 1`, so a row is
// read k times.
#define TOO_MANY 1

KERNEL ENTRY(const Words w, GLOBAL const float *x, GLOBAL float *values, GLOBAL LONG *indices,
             GLOBAL int *error)
{
    OF_BLOCK LONG columns[PLACES];
    OF_BLOCK int keys[PLACES];
    const LONG m = w.at[1], k = w.at[2], n = k > m ? 0 : w.at[0];
    if (k > m)
        *error = TOO_MANY;
    for (LONG i = BLOCK; i < n; i += BLOCKS) {
        GLOBAL const float *row = x + i * m;
        Found last = {-1, 0};
        for (LONG j = 0; j < k; j++) {
            Found best = {-1, 0};
            for (LONG column = THREAD; column < m; column += THREADS) {
                const Found one = {column, key_of(row[column])};
                if ((j == 0 || is_before(last, one)) && is_before(one, best))
                    best = one;
            }
            last = best_of_block(best, columns, keys);
            if (THREAD == 0) {
                values[i * k + j] = row[last.column];
                indices[i * k + j] = last.column;
            }
        }
    }
}
