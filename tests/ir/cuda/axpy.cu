template <class T> static __device__ __forceinline__ T *at(T *first, long long bytes) {
    return (T *)((char *)first + bytes);
}
extern "C" __global__ void kernel0(const Words w, const float *x0, const float *x1, float *y0, float s0) {
    const float v0 = s0;
    const long long turns = w.at[0];
    for (long long first = (long long)blockIdx.x * 1024 + threadIdx.x; first < turns; first += (long long)gridDim.x * 1024) {
        float l1[4];
        float l2[4];
        #pragma unroll
        for (int k = 0; k < 4; k++) {
            const long long turn = first + k * 256;
            if (turn < turns) {
                const long long i0 = turn;
                l1[k] = *at(x0, i0 * w.at[1]);
                l2[k] = *at(x1, i0 * w.at[2]);
            }
        }
        #pragma unroll
        for (int k = 0; k < 4; k++) {
            const long long turn = first + k * 256;
            if (turn < turns) {
                const long long i0 = turn;
                const float v1 = l1[k];
                const float v2 = l2[k];
                const float v3 = fmaf(v0, v1, v2);
                *at(y0, i0 * w.at[3]) = v3;
            }
        }
    }
}
