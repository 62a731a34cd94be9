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
static __device__ void load_along(T (*tile)[PITCH], const T *from, long long first, long long rows,
                                  long long at, long long k)
{
#pragma unroll
    for (int e = threadIdx.x; e < SIDE * DEEP; e += SIDES * SIDES) {
        const long long row = first + e / DEEP, column = at + e % DEEP;
        tile[e % DEEP][e / DEEP] = row < rows && column < k ? from[row * k + column] : (T)0;
    }
}

// The same of a matrix whose columns run along k, from row `at` and column `first`.
static __device__ void load_across(T (*tile)[PITCH], const T *from, long long first,
                                   long long columns, long long at, long long k)
{
#pragma unroll
    for (int e = threadIdx.x; e < SIDE * DEEP; e += SIDES * SIDES) {
        const long long row = at + e / SIDE, column = first + e % SIDE;
        const bool inside = row < k && column < columns;
        tile[e / SIDE][e % SIDE] = inside ? from[row * columns + column] : (T)0;
    }
}

// Adds the products of one column of `a` and one row of `b`.
static __device__ __forceinline__ void add_products(T (*sums)[EACH], const T *rows,
                                                    const T *columns)
{
    const int x = threadIdx.x % SIDES, y = threadIdx.x / SIDES;
#pragma unroll
    for (int r = 0; r < EACH; r++)
#pragma unroll
        for (int s = 0; s < EACH; s++)
            sums[r][s] = fma(rows[y * EACH + r], columns[x + s * SIDES], sums[r][s]);
}

// Computes the tile of `c`, n x m, whose first element is (top, left). Zeros that stand for what is
// behind the end of k are not added, because -0 + 0 is 0.
template <bool TRANSPOSED>
static __device__ void multiply_tile(const T *a, const T *b, T *c, long long n, long long k,
                                     long long m, long long top, long long left)
{
    __shared__ __align__(16) T rows[DEEP][PITCH];
    __shared__ __align__(16) T columns[DEEP][PITCH];
    const int x = threadIdx.x % SIDES, y = threadIdx.x / SIDES;
    T sums[EACH][EACH] = {};
    for (long long at = 0; at < k; at += DEEP) {
        load_along(rows, a, top, n, at, k);
        if (TRANSPOSED)
            load_along(columns, b, left, m, at, k);
        else
            load_across(columns, b, left, m, at, k);
        __syncthreads();
        if (k - at >= DEEP) {
#pragma unroll
            for (int i = 0; i < DEEP; i++)
                add_products(sums, rows[i], columns[i]);
        } else {
            for (int i = 0; i < k - at; i++)
                add_products(sums, rows[i], columns[i]);
        }
        __syncthreads(); // the next tiles may be loaded
    }
#pragma unroll
    for (int r = 0; r < EACH; r++)
#pragma unroll
        for (int s = 0; s < EACH; s++) {
            const long long row = top + y * EACH + r, column = left + x + s * SIDES;
            if (row < n && column < m)
                c[row * m + column] = sums[r][s];
        }
}

template <bool TRANSPOSED>
static __device__ void multiply(const T *a, const T *b, T *c, long long n, long long k, long long m)
{
    const long long wide = (m + SIDE - 1) / SIDE, tiles = (n + SIDE - 1) / SIDE * wide;
    for (long long tile = blockIdx.x; tile < tiles; tile += gridDim.x)
        multiply_tile<TRANSPOSED>(a, b, c, n, k, m, tile / wide * SIDE, tile % wide * SIDE);
}
