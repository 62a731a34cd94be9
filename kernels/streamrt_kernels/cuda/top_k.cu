// `values[i]` becomes the k largest elements of row `i` of `x`, and `indices[i]` their columns: a
// block for each row. Turn `j` finds the greatest element behind that of turn `j - 1`, so a row is
// read k times. The order is by descending key, then by ascending column.
#define TOO_MANY 1
#define NAN_KEY (-2147483647 - 1)

struct Found {
    long long column; // -1 where there is none
    int key;
};

// Integers that order as floats do: -0 and 0 are one, and NaN comes after all numbers.
static __device__ int key_of(float value)
{
    const int bits = __float_as_int(__fadd_rn(value, 0.0f));
    return value != value ? NAN_KEY : bits ^ (bits >> 31 & 0x7fffffff);
}

static __device__ bool is_before(Found a, Found b)
{
    if (a.column < 0 || b.column < 0)
        return a.column > b.column;
    return a.key != b.key ? a.key > b.key : a.column < b.column;
}

static __device__ Found best_of_warp(Found found)
{
    for (int with = 16; with; with >>= 1) {
        Found other;
        other.column = __shfl_xor_sync(0xffffffffu, found.column, with);
        other.key = __shfl_xor_sync(0xffffffffu, found.key, with);
        if (is_before(other, found))
            found = other;
    }
    return found;
}

static __device__ Found best_of_block(Found found)
{
    __shared__ long long columns[32];
    __shared__ int keys[32];
    found = best_of_warp(found);
    __syncthreads(); // nobody reads what an earlier turn found any more
    if (threadIdx.x % 32 == 0)
        columns[threadIdx.x / 32] = found.column, keys[threadIdx.x / 32] = found.key;
    __syncthreads();
    const unsigned warp = threadIdx.x % 32;
    found.column = warp < blockDim.x / 32 ? columns[warp] : -1;
    found.key = warp < blockDim.x / 32 ? keys[warp] : 0;
    return best_of_warp(found);
}

extern "C" __global__ void top_k(const Words w, const float *x, float *values, long long *indices,
                                 int *error)
{
    const long long n = w.at[0], m = w.at[1], k = w.at[2];
    if (k > m) {
        *error = TOO_MANY;
        return;
    }
    for (long long i = blockIdx.x; i < n; i += gridDim.x) {
        const float *row = x + i * m;
        Found last = {-1, 0};
        for (long long j = 0; j < k; j++) {
            Found best = {-1, 0};
            for (long long column = threadIdx.x; column < m; column += blockDim.x) {
                const Found one = {column, key_of(row[column])};
                if ((j == 0 || is_before(last, one)) && is_before(one, best))
                    best = one;
            }
            last = best_of_block(best);
            if (threadIdx.x == 0) {
                values[i * k + j] = row[last.column];
                indices[i * k + j] = last.column;
            }
        }
    }
}
