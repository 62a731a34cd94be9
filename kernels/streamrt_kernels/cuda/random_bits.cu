// Every element of `y` becomes random bits: the words of Philox in their order.
struct Bits {
    __device__ void operator()(const Four &words, unsigned *values) const
    {
        for (int k = 0; k < 4; k++)
            values[k] = words.w[k];
    }

    __device__ void operator()(const Four &words, unsigned long long *values) const
    {
        for (int k = 0; k < 2; k++)
            values[k] = words.pair(k);
    }
};

extern "C" __global__ void random_bits(const Words w, T *y, unsigned long long seed,
                                       unsigned long long offset)
{
    draw(y, w.size(), seed, offset, 0, Bits());
}
