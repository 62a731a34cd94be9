// `y` becomes `y + alpha * x`, rounded after the product and after the sum, as NumPy does.
static __device__ float rounded(float y, float alpha, float x)
{
    return __fadd_rn(y, __fmul_rn(alpha, x));
}

static __device__ double rounded(double y, double alpha, double x)
{
    return __dadd_rn(y, __dmul_rn(alpha, x));
}

extern "C" __global__ void axpy(const Words w, const T *x, T *y, T alpha)
{
    const long long count = w.size(), step = (long long)gridDim.x * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
        T *to = (T *)((char *)y + w.offset(1, i));
        *to = rounded(*to, alpha, *(const T *)((const char *)x + w.offset(0, i)));
    }
}
