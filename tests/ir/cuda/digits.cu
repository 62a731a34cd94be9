static __device__ __forceinline__ int columns_for(long long columns) {
    int width = 1;
    while (width < 32 && width < columns) width *= 2;
    return width;
}
static __device__ __forceinline__ long long divided(long long a, long long b) {
    return (a | b) >> 32 ? a / b : (long long)((unsigned)a / (unsigned)b);
}
static __device__ __forceinline__ float f32_of_bits(unsigned int bits) {
    union { unsigned int bits; float value; } both;
    both.bits = bits;
    return both.value;
}
template <class T> static __device__ __forceinline__ T *at(T *first, long long bytes) {
    return (T *)((char *)first + bytes);
}
template <class T> static __device__ __forceinline__ T opposite(T a) {
    return (T)(0ULL - (unsigned long long)a);
}
template <class T> static __device__ __forceinline__ T quotient(T a, T b) {
    if (b == 0) return 0;
    if (T(-1) < T(0) && b == T(-1)) return opposite(a);
    const T found = a / b, rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? found - 1 : found;
}
template <class T> static __device__ __forceinline__ T modulo(T a, T b) {
    if (b == 0 || (T(-1) < T(0) && b == T(-1))) return 0;
    const T rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
template <class T> static __device__ __forceinline__ T shifted_left(T a, T b) {
    return (unsigned long long)b < 8 * sizeof(T) ? T((unsigned long long)a << b) : T(0);
}
extern "C" __global__ void kernel0(const Words w, const int *__restrict__ x0, const int *x1, int *y0, long long *y1) {
    const int v3 = 7;
    const int width = columns_for(w.at[1]);
    const int teams = blockDim.x / width;
    const int lane = threadIdx.x % width, team = threadIdx.x / width;
    const long long across = (w.at[1] + width - 1) / width;
    const long long groups = across * 1;
    for (long long group = blockIdx.x; group < groups; group += gridDim.x) {
        const long long turn = divided(group, across);
        const long long column = (group - turn * across) * width + lane;
        const bool is_column = column < w.at[1];
        const long long length = w.at[0];
        const long long count = is_column ? length : 0;
        int r6 = (-2147483647 - 1);
        float r8 = f32_of_bits(0x7f800000u);
        long long p8 = -1;
        #pragma unroll 4
        for (long long j = team; j < count; j += teams) {
            const long long i = j;
            const int v0 = *at(x0, i * w.at[2] + column * w.at[3]);
            const int v1 = *at(x1, column * w.at[4]);
            const int v2 = quotient(v0, v1);
            const int v4 = modulo(v0, v3);
            const int v5 = shifted_left(v2, v4);
            const float v7 = (float)v0;
            r6 = v5 > r6 ? v5 : r6;
            if (!(v7 >= r8) && r8 == r8) {
                r8 = v7;
                p8 = i;
            }
        }
        __shared__ int of_i32_0[256];
        of_i32_0[threadIdx.x] = r6;
        __shared__ float of_f32_0[256];
        of_f32_0[threadIdx.x] = r8;
        __shared__ long long of_i64_0[256];
        of_i64_0[threadIdx.x] = p8;
        __syncthreads();
        for (int apart = teams / 2; apart; apart /= 2) {
            if (team < apart) {
                const int o6 = of_i32_0[threadIdx.x + apart * width];
                const float o8 = of_f32_0[threadIdx.x + apart * width];
                const long long q8 = of_i64_0[threadIdx.x + apart * width];
                r6 = o6 > r6 ? o6 : r6;
                if ((!(o8 >= r8) && r8 == r8) || ((o8 == r8 || (o8 != o8 && r8 != r8)) && q8 < p8)) {
                    r8 = o8;
                    p8 = q8;
                }
                of_i32_0[threadIdx.x] = r6;
                of_f32_0[threadIdx.x] = r8;
                of_i64_0[threadIdx.x] = p8;
            }
            __syncthreads();
        }
        if (team == 0 && is_column) {
            const int v6 = r6;
            const long long v8 = p8 < 0 ? 0 : p8;
            *at(y0, column * w.at[5]) = v6;
            *at(y1, column * w.at[6]) = v8;
        }
    }
}
