static inline int team_for(long length) {
    if (length > 1024) return 256;
    int team = 1;
    while (team < 32 && 4 * team < length) team *= 2;
    return team;
}
static inline float f32_of_bits(unsigned int bits) {
    union { unsigned int bits; float value; } both;
    both.bits = bits;
    return both.value;
}
static inline int f32_bits(float value) {
    union { float value; int bits; } both;
    both.value = value;
    return both.bits;
}
static float f32_exp(float x) {
    const bool t1 = x < (-104.0f);
    const float t2 = t1 ? (-104.0f) : x;
    const bool t3 = t2 > 89.0f;
    const float t4 = t3 ? 89.0f : t2;
    const float t5 = fma(t4, 0x1.715476p+0f, 0x1.8000fcp+23f);
    const float t6 = t5 - 0x1.8000fcp+23f;
    const float t7 = fma(t6, (-0x1.62e43p-1f), t4);
    const float t8 = fma(t6, 0x1.05c61p-29f, t7);
    const int t9 = f32_bits(t5);
    const float t10 = fma(0x1.6a2326p-10f, t8, 0x1.123a68p-7f);
    const float t11 = fma(t10, t8, 0x1.5558f4p-5f);
    const float t12 = fma(t11, t8, 0x1.55549p-3f);
    const float t13 = fma(t12, t8, 0x1.fffffcp-2f);
    const float t14 = fma(t13, t8, 1.0f);
    const float t15 = fma(t14, t8, 1.0f);
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
__kernel void kernel0(const Words w, __global const float *x0, __global float *y0) {
    __local float of_f32_0[256];
    const int team = team_for(w.at[1]);
    const int teams = (int)get_local_size(0) / team, lane = (int)get_local_id(0) % team;
    const long rows = w.at[0];
    for (long first = (long)get_group_id(0) * teams; first < rows; first += (long)get_num_groups(0) * teams) {
        const long row = first + (int)get_local_id(0) / team;
        const bool is_row = row < rows;
        const long turn = is_row ? row : 0;
        const long i0 = turn;
        const long length = w.at[1];
        const long count = is_row ? length : 0;
        float r1 = f32_of_bits(0xff800000u);
        #pragma unroll 4
        for (long j = lane; j < count; j += team) {
            const long i = j;
            const float v0 = *(__global const float *)((__global const char *)x0 + i0 * w.at[2] + i * w.at[3]);
            r1 = v0 > r1 || v0 != v0 ? v0 : r1;
        }
        of_f32_0[(int)get_local_id(0)] = r1;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int apart = team / 2; apart; apart /= 2) {
            if (lane < apart) {
                const float o1 = of_f32_0[(int)get_local_id(0) + apart];
                r1 = o1 > r1 || o1 != o1 ? o1 : r1;
                of_f32_0[(int)get_local_id(0)] = r1;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        r1 = of_f32_0[(int)get_local_id(0) - lane];
        barrier(CLK_LOCAL_MEM_FENCE);
        const float v1 = r1;
        float r4 = 0.0f;
        for (long from = 0; from < count; from += 32 * team) {
            const long to = from + 32 * team < count ? from + 32 * team : count;
            float c4 = 0.0f;
            #pragma unroll 4
            for (long j = from + lane; j < to; j += team) {
                const long i = j;
                const float v0 = *(__global const float *)((__global const char *)x0 + i0 * w.at[2] + i * w.at[3]);
                const float v2 = v0 - v1;
                const float v3 = f32_exp(v2);
                c4 = c4 + v3;
            }
            r4 = r4 + c4;
        }
        of_f32_0[(int)get_local_id(0)] = r4;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int apart = team / 2; apart; apart /= 2) {
            if (lane < apart) {
                const float o4 = of_f32_0[(int)get_local_id(0) + apart];
                r4 = r4 + o4;
                of_f32_0[(int)get_local_id(0)] = r4;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        r4 = of_f32_0[(int)get_local_id(0) - lane];
        barrier(CLK_LOCAL_MEM_FENCE);
        const float v4 = r4;
        for (long from = lane; from < count; from += 4 * team) {
            float l0[4];
            #pragma unroll
            for (int k = 0; k < 4; k++) {
                const long j = from + k * team;
                if (j < count) {
                    const long i = j;
                    l0[k] = *(__global const float *)((__global const char *)x0 + i0 * w.at[2] + i * w.at[3]);
                }
            }
            #pragma unroll
            for (int k = 0; k < 4; k++) {
                const long j = from + k * team;
                if (j < count) {
                    const long i = j;
                    const float v0 = l0[k];
                    const float v2 = v0 - v1;
                    const float v3 = f32_exp(v2);
                    const float v5 = v3 / v4;
                    *(__global float *)((__global char *)y0 + i0 * w.at[4] + i * w.at[5]) = v5;
                }
            }
        }
    }
}
