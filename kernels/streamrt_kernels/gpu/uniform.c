// Every element of `y` becomes a random number from [0, 1): the highest bits of random ones.
#define PURPOSE 0

FUNCTION void finish(Four words, T *values)
{
#if IS_WIDE
    for (int k = 0; k < 2; k++)
        values[k] = (double)(pair_of(words, k) >> 11) * 0x1p-53;
#else
    for (int k = 0; k < 4; k++)
        values[k] = (float)(words.w[k] >> 8) * 0x1p-24f;
#endif
}
