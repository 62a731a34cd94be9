static __device__ __forceinline__ int team_for(long long length) {
    if (length > 1024) return 256;
    int team = 1;
    while (team < 32 && 4 * team < length) team *= 2;
    return team;
}
static __device__ __forceinline__ float f32_of_bits(unsigned int bits) {
    union { unsigned int bits; float value; } both;
    both.bits = bits;
    return both.value;
}
template <class T> static __device__ __forceinline__ T *at(T *first, long long bytes) {
    return (T *)((char *)first + bytes);
}
static __device__ __forceinline__ int f32_bits(float value) {
    union { float value; int bits; } both;
    both.value = value;
    return both.bits;
}
static __device__ float f32_exp(float x) {
    const bool t1 = x < (-104.0f);
    const float t2 = t1 ? (-104.0f) : x;
    const bool t3 = t2 > 89.0f;
    const float t4 = t3 ? 89.0f : t2;
    const float t5 = fmaf(t4, 0x1.715476p+0f, 0x1.8000fcp+23f);
    const float t6 = t5 - 0x1.8000fcp+23f;
    const float t7 = fmaf(t6, (-0x1.62e43p-1f), t4);
    const float t8 = fmaf(t6, 0x1.05c61p-29f, t7);
    const int t9 = f32_bits(t5);
    const float t10 = fmaf(0x1.6a2326p-10f, t8, 0x1.123a68p-7f);
    const float t11 = fmaf(t10, t8, 0x1.5558f4p-5f);
    const float t12 = fmaf(t11, t8, 0x1.55549p-3f);
    const float t13 = fmaf(t12, t8, 0x1.fffffcp-2f);
    const float t14 = fmaf(t13, t8, 1.0f);
    const float t15 = fmaf(t14, t8, 1.0f);
    const bool t16 = t4 < (-52.0f);
    const int t17 = (int)((unsigned)t9 << (unsigned)23);
    const int t18 = (int)((unsigned)t17 + (unsigned)536870912);
    const int t19 = t16 ? t18 : t17;
    const float t20 = f32_of_bits(t19);
    const float t21 = t15 * t20;
    const float t22 = t16 ? 0x1p-63f : 2.0f;
    const float t23 = t21 * t22;
    return t23;
}
extern "C" __global__ void kernel0(const Words w, const float *x0, float *y0) {
    const int team = team_for(w.at[1]);
    const int wide = team < 32 ? team : 32;
    const int teams = blockDim.x / team, lane = threadIdx.x % team;
    const long long rows = w.at[0];
    for (long long first = (long long)blockIdx.x * teams; first < rows; first += (long long)gridDim.x * teams) {
        const long long row = first + threadIdx.x / team;
        const bool is_row = row < rows;
        const long long turn = is_row ? row : 0;
        const long long i0 = turn;
        const long long length = w.at[1];
        const long long count = is_row ? length : 0;
        float r1 = f32_of_bits(0xff800000u);
        #pragma unroll 4
        for (long long j = lane; j < count; j += team) {
            const long long i = j;
            const float v0 = *at(x0, i0 * w.at[2] + i * w.at[3]);
            r1 = v0 > r1 || v0 != v0 ? v0 : r1;
        }
        for (int apart = wide / 2; apart; apart /= 2) {
            const float o1 = __shfl_down_sync(~0u, r1, apart, wide);
            r1 = o1 > r1 || o1 != o1 ? o1 : r1;
        }
        r1 = __shfl_sync(~0u, r1, 0, wide);
        if (team > 32) {
            __shared__ float of_r1[8];
            if (threadIdx.x % 32 == 0) of_r1[threadIdx.x / 32] = r1;
            __syncthreads();
            r1 = of_r1[0];
            for (int k = 1; k < 8; k++) {
                r1 = of_r1[k] > r1 || of_r1[k] != of_r1[k] ? of_r1[k] : r1;
            }
        }
        const float v1 = r1;
        float r4 = 0.0f;
        for (long long from = 0; from < count; from += 32 * team) {
            const long long to = from + 32 * team < count ? from + 32 * team : count;
            float c4 = 0.0f;
            #pragma unroll 4
            for (long long j = from + lane; j < to; j += team) {
                const long long i = j;
                const float v0 = *at(x0, i0 * w.at[2] + i * w.at[3]);
                const float v2 = v0 - v1;
                const float v3 = f32_exp(v2);
                c4 = c4 + v3;
            }
            r4 = r4 + c4;
        }
        for (int apart = wide / 2; apart; apart /= 2) {
            const float o4 = __shfl_down_sync(~0u, r4, apart, wide);
            r4 = r4 + o4;
        }
        r4 = __shfl_sync(~0u, r4, 0, wide);
        if (team > 32) {
            __shared__ float of_r4[8];
            if (threadIdx.x % 32 == 0) of_r4[threadIdx.x / 32] = r4;
            __syncthreads();
            r4 = of_r4[0];
            for (int k = 1; k < 8; k++) {
                r4 = r4 + of_r4[k];
            }
        }
        const float v4 = r4;
        for (long long from = lane; from < count; from += 4 * team) {
            float l0[4];
            #pragma unroll
            for (int k = 0; k < 4; k++) {
                const long long j = from + k * team;
                if (j < count) {
                    const long long i = j;
                    l0[k] = *at(x0, i0 * w.at[2] + i * w.at[3]);
                }
            }
            #pragma unroll
            for (int k = 0; k < 4; k++) {
                const long long j = from + k * team;
                if (j < count) {
                    const long long i = j;
                    const float v0 = l0[k];
                    const float v2 = v0 - v1;
                    const float v3 = f32_exp(v2);
                    const float v5 = v3 / v4;
                    *at(y0, i0 * w.at[4] + i * w.at[5]) = v5;
                }
            }
        }
    }
}
