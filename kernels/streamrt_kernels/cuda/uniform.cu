// Every element of `y` becomes a random number from [0, 1): the highest bits of random ones.
struct Uniform {
    __device__ void operator()(const Four &words, float *values) const
    {
        for (int k = 0; k < 4; k++)
            values[k] = (float)(words.w[k] >> 8) * 0x1p-24f;
    }

    __device__ void operator()(const Four &words, double *values) const
    {
        for (int k = 0; k < 2; k++)
            values[k] = (double)(words.pair(k) >> 11) * 0x1p-53;
    }
};

extern "C" __global__ void uniform(const Words w, T *y, unsigned long long seed,
                                   unsigned long long offset)
{
    draw(y, w.size(), seed, offset, 0, Uniform());
}
