// Philox 4x32-10 (J. Salmon and others, "Parallel random numbers: as easy as 1, 2, 3", SC 2011),
// and the loop of the kernels that draw from it: a thread for each block of four words.
struct Four {
    unsigned w[4];

    __device__ unsigned long long pair(int k) const
    {
        return w[2 * k] | (unsigned long long)w[2 * k + 1] << 32;
    }
};

static __device__ Four philox(unsigned long long seed, unsigned long long block, unsigned purpose)
{
    Four c = {{(unsigned)block, (unsigned)(block >> 32), 0, purpose}};
    unsigned key0 = (unsigned)seed, key1 = (unsigned)(seed >> 32);
    for (int k = 0; k < 10; k++) {
        const unsigned long long p0 = 0xd2511f53ull * c.w[0], p1 = 0xcd9e8d57ull * c.w[2];
        c = {{(unsigned)(p1 >> 32) ^ c.w[1] ^ key0, (unsigned)p1,
              (unsigned)(p0 >> 32) ^ c.w[3] ^ key1, (unsigned)p0}};
        key0 += 0x9e3779b9u;
        key1 += 0xbb67ae85u;
    }
    return c;
}

// Elements `offset` to `offset + n - 1` of a sequence; `finish` makes of a block its elements.
template <class V, class Finish>
static __device__ void draw(V *y, long long n, unsigned long long seed, unsigned long long offset,
                            unsigned purpose, Finish finish)
{
    const int per = 16 / sizeof(V);
    const long long before = (long long)(offset % per), blocks = (before + n + per - 1) / per;
    const long long step = (long long)gridDim.x * blockDim.x;
    for (long long b = (long long)blockIdx.x * blockDim.x + threadIdx.x; b < blocks; b += step) {
        V values[16 / sizeof(V)];
        finish(philox(seed, offset / per + (unsigned long long)b, purpose), values);
        for (int k = 0; k < per; k++) {
            const long long i = b * per + k - before;
            if (i >= 0 && i < n)
                y[i] = values[k];
        }
    }
}
