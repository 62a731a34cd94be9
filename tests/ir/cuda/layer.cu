static __device__ __forceinline__ long long divided(long long a, long long b) {
    return (a | b) >> 32 ? a / b : (long long)((unsigned)a / (unsigned)b);
}
static __device__ __forceinline__ long long size_of(long long stride) {
    return stride < 0 ? -stride : stride;
}
template <class T> static __device__ __forceinline__ T *at(T *first, long long bytes) {
    return (T *)((char *)first + bytes);
}
extern "C" __global__ void kernel0(const Words w, const float *__restrict__ x0, const float *__restrict__ x1, const float *__restrict__ x2, float *y0) {
    const float v5 = 0.0f;
    __shared__ float a[16][65], b[16][65];
    const int down = threadIdx.x / 16, across = threadIdx.x % 16;
    const long long wide = (w.at[2] + 63) / 64, high = (w.at[0] + 63) / 64;
    const long long tiles = wide * high * 1;
    for (long long tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const long long strip = divided(tile, wide), batch = divided(strip, high);
        const long long top = (strip - batch * high) * 64;
        const long long left = (tile - strip * wide) * 64;
        float sums[4][4];
        for (int r = 0; r < 4; r++)
            for (int c = 0; c < 4; c++) sums[r][c] = 0.0f;
        for (long long from = 0; from < w.at[1]; from += 16) {
            for (int each = threadIdx.x; each < 1024; each += 256) {
                const bool by_term = size_of(w.at[4]) <= size_of(w.at[3]);
                const int i = by_term ? each / 16 : each % 64;
                const int j = by_term ? each % 16 : each / 64;
                const long long row = top + i, term = from + j;
                a[j][i] = row < w.at[0] && term < w.at[1] ? *at(x0, row * w.at[3] + term * w.at[4]) : 0.0f;
            }
            for (int each = threadIdx.x; each < 1024; each += 256) {
                const bool by_term = size_of(w.at[5]) <= size_of(w.at[6]);
                const int i = by_term ? each / 16 : each % 64;
                const int j = by_term ? each % 16 : each / 64;
                const long long row = left + i, term = from + j;
                b[j][i] = row < w.at[2] && term < w.at[1] ? *at(x1, row * w.at[6] + term * w.at[5]) : 0.0f;
            }
            __syncthreads();
            for (int j = 0; j < 16; j++) {
                float x[4], y[4];
                for (int r = 0; r < 4; r++) x[r] = a[j][down + 16 * r];
                for (int c = 0; c < 4; c++) y[c] = b[j][across + 16 * c];
                for (int r = 0; r < 4; r++)
                    for (int c = 0; c < 4; c++) sums[r][c] = fmaf(x[r], y[c], sums[r][c]);
            }
            __syncthreads();
        }
        #pragma unroll
        for (int r = 0; r < 4; r++)
        #pragma unroll
        for (int c = 0; c < 4; c++)
        {
            const long long row = top + down + 16 * r;
            const long long column = left + across + 16 * c;
            if (row >= w.at[0] || column >= w.at[2]) continue;
            const float v2 = sums[r][c];
            const float v3 = *at(x2, column * w.at[7]);
            const float v4 = v2 + v3;
            const float v6 = v4 != v4 || v4 > v5 ? v4 : v5;
            *at(y0, row * w.at[8] + column * w.at[9]) = v6;
        }
    }
}
