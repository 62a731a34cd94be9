// `f[i, b]` counts the n-grams of text `i` whose hash falls into bucket `b`: a block for each text.
//
// A count is a whole number, so the order of the additions does not matter; at 2**24 adding one
// changes nothing any more.
#define NO_LENGTH 1
#define NO_BUCKETS 2
#define BAD_ENDS 3

// FNV-1a over the bytes, then the finaliser of MurmurHash3; 32 bits.
static __device__ unsigned hash_of(const unsigned char *bytes, long long length)
{
    unsigned h = 2166136261u;
    for (long long i = 0; i < length; i++)
        h = (h ^ bytes[i]) * 16777619u;
    h = (h ^ h >> 16) * 0x85ebca6bu;
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    return h ^ h >> 16;
}

extern "C" __global__ void ngrams(const Words w, const unsigned char *data, const long long *ends,
                                  float *f, long long length, int *error)
{
    const long long n = w.at[0], texts = w.at[1], d = w.at[2];
    if (length < 1) {
        *error = NO_LENGTH;
        return;
    }
    for (long long i = blockIdx.x; i < texts; i += gridDim.x) {
        const long long start = i ? ends[i - 1] : 0, end = ends[i];
        if (start < 0 || start > end || end > n) {
            atomicCAS(error, 0, BAD_ENDS);
            continue;
        }
        float *counts = f + i * d;
        for (long long b = threadIdx.x; b < d; b += blockDim.x)
            counts[b] = 0;
        if (length > end - start)
            continue;
        if (d == 0) {
            atomicCAS(error, 0, NO_BUCKETS);
            continue;
        }
        __syncthreads(); // all counts are 0
        for (long long at = start + threadIdx.x; at + length <= end; at += blockDim.x) {
            const unsigned long long h = hash_of(data + at, length);
            atomicAdd(counts + (h * (unsigned long long)d >> 32), 1.0f);
        }
    }
}
