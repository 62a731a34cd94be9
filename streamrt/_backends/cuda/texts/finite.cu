// Looks for a number that is NaN or infinite, which is: all bits of its exponent are set. `word`
// becomes the least index of one, in C order, and the error is 1.
static __device__ bool is_finite(unsigned short bits) { return (bits >> 10 & 0x1f) != 0x1f; }

static __device__ bool is_finite(unsigned int bits) { return (bits >> 23 & 0xff) != 0xff; }

static __device__ bool is_finite(unsigned long long bits) { return (bits >> 52 & 0x7ff) != 0x7ff; }

extern "C" __global__ void streamrt_finite(const Words w, const char *array,
                                           unsigned long long *word, int *error)
{
    const long long count = w.size(), step = (long long)gridDim.x * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step)
        if (!is_finite(*(const Item *)(array + w.offset(0, i)))) {
            atomicMin(word, (unsigned long long)i);
            *error = 1;
            return; // what this thread has not seen lies behind
        }
}
