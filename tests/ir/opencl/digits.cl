static inline int columns_for(long columns) {
    int width = 1;
    while (width < 32 && width < columns) width *= 2;
    return width;
}
static inline long divided(long a, long b) {
    return (a | b) >> 32 ? a / b : (long)((unsigned)a / (unsigned)b);
}
static inline float f32_of_bits(unsigned int bits) {
    union { unsigned int bits; float value; } both;
    both.bits = bits;
    return both.value;
}
static inline int opposite_i32(int a) {
    return (int)(0UL - (ulong)a);
}
static inline int quotient_i32(int a, int b) {
    if (b == 0) return 0;
    if (b == -1) return opposite_i32(a);
    const int found = a / b, rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? found - 1 : found;
}
static inline int modulo_i32(int a, int b) {
    if (b == 0 || (b == -1)) return 0;
    const int rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
static inline int shifted_left_i32(int a, int b) {
    return (ulong)b < 8 * sizeof(int) ? (int)((ulong)a << b) : (int)(0);
}
__kernel void kernel0(const Words w, __global const int *restrict x0, __global const int *x1, __global int *y0, __global long *y1) {
    __local int of_i32_0[256];
    __local float of_f32_0[256];
    __local long of_i64_0[256];
    const int v3 = 7;
    const int width = columns_for(w.at[1]);
    const int teams = (int)get_local_size(0) / width;
    const int lane = (int)get_local_id(0) % width, team = (int)get_local_id(0) / width;
    const long across = (w.at[1] + width - 1) / width;
    const long groups = across * 1;
    for (long group = get_group_id(0); group < groups; group += get_num_groups(0)) {
        const long turn = divided(group, across);
        const long column = (group - turn * across) * width + lane;
        const bool is_column = column < w.at[1];
        const long length = w.at[0];
        const long count = is_column ? length : 0;
        int r6 = (-2147483647 - 1);
        float r8 = f32_of_bits(0x7f800000u);
        long p8 = -1;
        #pragma unroll 4
        for (long j = team; j < count; j += teams) {
            const long i = j;
            const int v0 = *(__global const int *)((__global const char *)x0 + i * w.at[2] + column * w.at[3]);
            const int v1 = *(__global const int *)((__global const char *)x1 + column * w.at[4]);
            const int v2 = quotient_i32(v0, v1);
            const int v4 = modulo_i32(v0, v3);
            const int v5 = shifted_left_i32(v2, v4);
            const float v7 = (float)v0;
            r6 = v5 > r6 ? v5 : r6;
            if (!(v7 >= r8) && r8 == r8) {
                r8 = v7;
                p8 = i;
            }
        }
        of_i32_0[(int)get_local_id(0)] = r6;
        of_f32_0[(int)get_local_id(0)] = r8;
        of_i64_0[(int)get_local_id(0)] = p8;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int apart = teams / 2; apart; apart /= 2) {
            if (team < apart) {
                const int o6 = of_i32_0[(int)get_local_id(0) + apart * width];
                const float o8 = of_f32_0[(int)get_local_id(0) + apart * width];
                const long q8 = of_i64_0[(int)get_local_id(0) + apart * width];
                r6 = o6 > r6 ? o6 : r6;
                if ((!(o8 >= r8) && r8 == r8) || ((o8 == r8 || (o8 != o8 && r8 != r8)) && q8 < p8)) {
                    r8 = o8;
                    p8 = q8;
                }
                of_i32_0[(int)get_local_id(0)] = r6;
                of_f32_0[(int)get_local_id(0)] = r8;
                of_i64_0[(int)get_local_id(0)] = p8;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (team == 0 && is_column) {
            const int v6 = r6;
            const long v8 = p8 < 0 ? 0 : p8;
            *(__global int *)((__global char *)y0 + column * w.at[5]) = v6;
            *(__global long *)((__global char *)y1 + column * w.at[6]) = v8;
        }
    }
}
