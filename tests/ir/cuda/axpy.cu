template <class T> static __device__ __forceinline__ T *at(T *first, long long bytes) {
    return (T *)((char *)first + bytes);
}
extern "C" __global__ void kernel0(const Words w, const float *x0, const float *x1, float *y0, float s0) {
    const float v0 = s0;
    const long long turns = w.at[0];
    for (long long turn = (long long)blockIdx.x * blockDim.x + threadIdx.x; turn < turns; turn += (long long)gridDim.x * blockDim.x) {
        const long long i0 = turn;
        const float v1 = *at(x0, i0 * w.at[1]);
        const float v2 = *at(x1, i0 * w.at[2]);
        const float v3 = fmaf(v0, v1, v2);
        *at(y0, i0 * w.at[3]) = v3;
    }
}
