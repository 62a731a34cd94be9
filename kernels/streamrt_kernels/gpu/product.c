// Matrix products by tiles: a block computes SIDE x SIDE elements of the result, a thread EACH x
// EACH of them. Tiles of both factors, DEEP wide, lie in shared memory.
//
// Each element is a chain of k fused multiply-adds in the order of the columns of `a`. So its bits
// depend neither on the grid nor on where it lies in a tile.
#define SIDE 64
#define DEEP 16
#define EACH 4
#define SIDES (SIDE / EACH) // a block has SIDES * SIDES threads
#define PITCH (SIDE + 4)    // spreads a column of a tile over the banks, and keeps it aligned

// Loads a tile of a matrix whose rows run along k, from row `first` and column `at`: tile[k][row].
FUNCTION void load_along(SHARED T (*tile)[PITCH], GLOBAL const T *from, LONG first, LONG rows,
                         LONG at, LONG k)
{
#pragma unroll
    for (int e = THREAD; e < SIDE * DEEP; e += SIDES * SIDES) {
        const LONG row = first + e / DEEP, column = at + e % DEEP;
        tile[e % DEEP][e / DEEP] = row < rows && column < k ? from[row * k + column] : (T)0;
    }
}

// The same of a matrix whose columns run along k, from row `at` and column `first`.
FUNCTION void load_across(SHARED T (*tile)[PITCH], GLOBAL const T *from, LONG first,
                          LONG columns, LONG at, LONG k)
{
#pragma unroll
    for (int e = THREAD; e < SIDE * DEEP; e += SIDES * SIDES) {
        const LONG row = at + e / SIDE, column = first + e % SIDE;
        const bool inside = row < k && column < columns;
        tile[e / SIDE][e % SIDE] = inside ? from[row * columns + column] : (T)0;
    }
}

// Adds the products of one column of `a` and one row of `b`.
INLINE_FUNCTION void add_products(T (*sums)[EACH], SHARED const T *rows, SHARED const T *columns)
{
    const int x = THREAD % SIDES, y = THREAD / SIDES;
#pragma unroll
    for (int r = 0; r < EACH; r++)
#pragma unroll
        for (int s = 0; s < EACH; s++)
            sums[r][s] = fma(rows[y * EACH + r], columns[x + s * SIDES], sums[r][s]);
}

// Computes the tile of `c`, n x m, whose first element is (top, left). Zeros that stand for what is
// behind the end of k are not added, because -0 + 0 is 0.
FUNCTION void multiply_tile(SHARED T (*rows)[PITCH], SHARED T (*columns)[PITCH],
                            GLOBAL const T *a, GLOBAL const T *b, GLOBAL T *c, LONG n, LONG k,
                            LONG m, LONG top, LONG left)
{
    const int x = THREAD % SIDES, y = THREAD / SIDES;
    T sums[EACH][EACH] = {{0}};
    for (LONG at = 0; at < k; at += DEEP) {
        load_along(rows, a, top, n, at, k);
        if (TRANSPOSED)
            load_along(columns, b, left, m, at, k);
        else
            load_across(columns, b, left, m, at, k);
        BARRIER
        if (k - at >= DEEP) {
#pragma unroll
            for (int i = 0; i < DEEP; i++)
                add_products(sums, rows[i], columns[i]);
        } else {
            for (int i = 0; i < k - at; i++)
                add_products(sums, rows[i], columns[i]);
        }
        BARRIER // the next tiles may be loaded
    }
#pragma unroll
    for (int r = 0; r < EACH; r++)
#pragma unroll
        for (int s = 0; s < EACH; s++) {
            const LONG row = top + y * EACH + r, column = left + x + s * SIDES;
            if (row < n && column < m)
                c[row * m + column] = sums[r][s];
        }
}

KERNEL BOUNDED ENTRY(const Words w, GLOBAL const T *a, GLOBAL const T *b, GLOBAL T *c)
{
    OF_BLOCK ALIGNED T rows[DEEP][PITCH];
    OF_BLOCK ALIGNED T columns[DEEP][PITCH];
    const LONG n = w.at[0], k = w.at[1], m = w.at[2];
    const LONG wide = (m + SIDE - 1) / SIDE, tiles = (n + SIDE - 1) / SIDE * wide;
    for (LONG tile = BLOCK; tile < tiles; tile += BLOCKS)
        multiply_tile(rows, columns, a, b, c, n, k, m, tile / wide * SIDE, tile % wide * SIDE);
}
