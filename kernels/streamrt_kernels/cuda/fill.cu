// Every element of `y` becomes `value`.
extern "C" __global__ void fill(const Words w, T *y, T value)
{
    const long long count = w.size(), step = (long long)gridDim.x * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step)
        *(T *)((char *)y + w.offset(0, i)) = value;
}
