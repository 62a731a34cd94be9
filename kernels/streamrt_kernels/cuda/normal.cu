// Every element of `y` becomes a random number of the normal distribution.
struct Normal {
    __device__ void operator()(const Four &words, float *values) const
    {
        normals(words.w[0], words.w[1], values);
        normals(words.w[2], words.w[3], values + 2);
    }

    __device__ void operator()(const Four &words, double *values) const
    {
        normals(words.pair(0), words.pair(1), values);
    }
};

extern "C" __global__ void normal(const Words w, T *y, unsigned long long seed,
                                  unsigned long long offset)
{
    draw(y, w.size(), seed, offset, 1, Normal());
}
