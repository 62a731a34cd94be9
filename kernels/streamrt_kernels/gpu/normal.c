// Every element of `y` becomes a random number of the normal distribution.
#define PURPOSE 1

FUNCTION void finish(Four words, T *values)
{
#if IS_WIDE
    normals(pair_of(words, 0), pair_of(words, 1), values);
#else
    normals(words.w[0], words.w[1], values);
    normals(words.w[2], words.w[3], values + 2);
#endif
}
