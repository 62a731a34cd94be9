// Row `idx[j]` of `y` grows by row `j` of `x`, in the order of `j`: a thread for each column.
#define OUT_OF_RANGE 1

// Every block looks at all indices, so that none writes anything if one is bad.
static __device__ bool all_in_range(const long long *idx, long long k, long long n)
{
    __shared__ int bad;
    if (threadIdx.x == 0)
        bad = 0;
    __syncthreads();
    for (long long j = threadIdx.x; j < k; j += blockDim.x)
        if (idx[j] < -n || idx[j] >= n)
            atomicOr(&bad, 1);
    __syncthreads();
    return !bad;
}

extern "C" __global__ void scatter_add(const Words w, const long long *idx, const T *x, T *y,
                                       int *error)
{
    const long long k = w.at[0], m = w.at[1], n = w.at[2];
    if (!all_in_range(idx, k, n)) {
        *error = OUT_OF_RANGE;
        return;
    }
    const long long step = (long long)gridDim.x * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < m; i += step)
        for (long long j = 0; j < k; j++)
            y[(idx[j] < 0 ? idx[j] + n : idx[j]) * m + i] += x[j * m + i];
}
