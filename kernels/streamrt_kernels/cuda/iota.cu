// `y[i]` becomes `start + i * step`, each operation rounded to T.
extern "C" __global__ void iota(const Words w, T *y, T start, T step)
{
    const long long n = w.at[0], stride = (long long)gridDim.x * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        y[i] = (T)(start + (T)((T)i * step));
}
