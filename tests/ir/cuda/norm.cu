static __device__ __forceinline__ int team_for(long long length) {
    if (length > 1024) return 256;
    int team = 1;
    while (team < 32 && 4 * team < length) team *= 2;
    return team;
}
template <class T> static __device__ __forceinline__ T *at(T *first, long long bytes) {
    return (T *)((char *)first + bytes);
}
extern "C" __global__ void kernel0(const Words w, const double *__restrict__ x0, double *y0) {
    const int team = team_for(8192);
    const int wide = team < 32 ? team : 32;
    const int teams = blockDim.x / team, lane = threadIdx.x % team;
    const long long rows = ((w.at[0] + 8191) / 8192);
    for (long long first = (long long)blockIdx.x * teams; first < rows; first += (long long)gridDim.x * teams) {
        const long long row = first + threadIdx.x / team;
        const bool is_row = row < rows;
        const long long turn = is_row ? row : 0;
        const long long i0 = turn;
        const long long start = i0 * 8192;
        const long long left = w.at[0] - start;
        const long long length = left < 8192 ? left : 8192;
        const long long count = is_row ? length : 0;
        double r2 = 0.0;
        for (long long from = 0; from < count; from += 32 * team) {
            const long long to = from + 32 * team < count ? from + 32 * team : count;
            double c2 = 0.0;
            #pragma unroll 4
            for (long long j = from + lane; j < to; j += team) {
                const long long i = start + j;
                const double v0 = *at(x0, i * w.at[2]);
                const double v1 = v0 * v0;
                c2 = c2 + v1;
            }
            r2 = r2 + c2;
        }
        for (int apart = wide / 2; apart; apart /= 2) {
            const double o2 = __shfl_down_sync(~0u, r2, apart, wide);
            r2 = r2 + o2;
        }
        r2 = __shfl_sync(~0u, r2, 0, wide);
        if (team > 32) {
            __shared__ double of_r2[8];
            if (threadIdx.x % 32 == 0) of_r2[threadIdx.x / 32] = r2;
            __syncthreads();
            r2 = of_r2[0];
            for (int k = 1; k < 8; k++) {
                r2 = r2 + of_r2[k];
            }
            __syncthreads();
        }
        const double v2 = r2;
        if (is_row && lane == 0) {
            *at(y0, i0 * w.at[3]) = v2;
        }
    }
}

static __device__ __forceinline__ int team_for(long long length) {
    if (length > 1024) return 256;
    int team = 1;
    while (team < 32 && 4 * team < length) team *= 2;
    return team;
}
template <class T> static __device__ __forceinline__ T *at(T *first, long long bytes) {
    return (T *)((char *)first + bytes);
}
extern "C" __global__ void kernel1(const Words w, const double *__restrict__ x0, double *y0) {
    const int team = team_for(w.at[0]);
    const int wide = team < 32 ? team : 32;
    const int teams = blockDim.x / team, lane = threadIdx.x % team;
    const long long rows = 1;
    for (long long first = (long long)blockIdx.x * teams; first < rows; first += (long long)gridDim.x * teams) {
        const long long row = first + threadIdx.x / team;
        const bool is_row = row < rows;
        const long long turn = is_row ? row : 0;
        const long long length = w.at[0];
        const long long count = is_row ? length : 0;
        double r1 = 0.0;
        for (long long from = 0; from < count; from += 32 * team) {
            const long long to = from + 32 * team < count ? from + 32 * team : count;
            double c1 = 0.0;
            #pragma unroll 4
            for (long long j = from + lane; j < to; j += team) {
                const long long i = j;
                const double v0 = *at(x0, i * w.at[1]);
                c1 = c1 + v0;
            }
            r1 = r1 + c1;
        }
        for (int apart = wide / 2; apart; apart /= 2) {
            const double o1 = __shfl_down_sync(~0u, r1, apart, wide);
            r1 = r1 + o1;
        }
        r1 = __shfl_sync(~0u, r1, 0, wide);
        if (team > 32) {
            __shared__ double of_r1[8];
            if (threadIdx.x % 32 == 0) of_r1[threadIdx.x / 32] = r1;
            __syncthreads();
            r1 = of_r1[0];
            for (int k = 1; k < 8; k++) {
                r1 = r1 + of_r1[k];
            }
            __syncthreads();
        }
        const double v1 = r1;
        if (is_row && lane == 0) {
            *y0 = v1;
        }
    }
}

extern "C" __global__ void kernel2(const Words w, const double *x0, double *y0) {
    const long long turns = 1;
    for (long long turn = (long long)blockIdx.x * 256 + threadIdx.x; turn < turns; turn += (long long)gridDim.x * 256) {
        const double v0 = *x0;
        const double v1 = sqrt(v0);
        *y0 = v1;
    }
}
