static inline long divided(long a, long b) {
    return (a | b) >> 32 ? a / b : (long)((unsigned)a / (unsigned)b);
}
static inline long size_of(long stride) {
    return stride < 0 ? -stride : stride;
}
__kernel void kernel0(const Words w, __global const float *restrict x0, __global const float *restrict x1, __global const float *restrict x2, __global float *y0) {
    __local float a[16][65], b[16][65];
    const float v5 = 0.0f;
    const int down = (int)get_local_id(0) / 16, across = (int)get_local_id(0) % 16;
    const long wide = (w.at[2] + 63) / 64, high = (w.at[0] + 63) / 64;
    const long tiles = wide * high * 1;
    for (long tile = get_group_id(0); tile < tiles; tile += get_num_groups(0)) {
        const long strip = divided(tile, wide), batch = divided(strip, high);
        const long top = (strip - batch * high) * 64;
        const long left = (tile - strip * wide) * 64;
        float sums[4][4];
        for (int r = 0; r < 4; r++)
            for (int c = 0; c < 4; c++) sums[r][c] = 0.0f;
        for (long from = 0; from < w.at[1]; from += 16) {
            for (int each = (int)get_local_id(0); each < 1024; each += 256) {
                const bool by_term = size_of(w.at[4]) <= size_of(w.at[3]);
                const int i = by_term ? each / 16 : each % 64;
                const int j = by_term ? each % 16 : each / 64;
                const long row = top + i, term = from + j;
                a[j][i] = row < w.at[0] && term < w.at[1] ? *(__global const float *)((__global const char *)x0 + row * w.at[3] + term * w.at[4]) : 0.0f;
            }
            for (int each = (int)get_local_id(0); each < 1024; each += 256) {
                const bool by_term = size_of(w.at[5]) <= size_of(w.at[6]);
                const int i = by_term ? each / 16 : each % 64;
                const int j = by_term ? each % 16 : each / 64;
                const long row = left + i, term = from + j;
                b[j][i] = row < w.at[2] && term < w.at[1] ? *(__global const float *)((__global const char *)x1 + row * w.at[6] + term * w.at[5]) : 0.0f;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int j = 0; j < 16; j++) {
                float x[4], y[4];
                for (int r = 0; r < 4; r++) x[r] = a[j][down + 16 * r];
                for (int c = 0; c < 4; c++) y[c] = b[j][across + 16 * c];
                for (int r = 0; r < 4; r++)
                    for (int c = 0; c < 4; c++) sums[r][c] = fma(x[r], y[c], sums[r][c]);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        #pragma unroll
        for (int r = 0; r < 4; r++)
        #pragma unroll
        for (int c = 0; c < 4; c++)
        {
            const long row = top + down + 16 * r;
            const long column = left + across + 16 * c;
            if (row >= w.at[0] || column >= w.at[2]) continue;
            const float v2 = sums[r][c];
            const float v3 = *(__global const float *)((__global const char *)x2 + column * w.at[7]);
            const float v4 = v2 + v3;
            const float v6 = v4 != v4 || v4 > v5 ? v4 : v5;
            *(__global float *)((__global char *)y0 + row * w.at[8] + column * w.at[9]) = v6;
        }
    }
}
