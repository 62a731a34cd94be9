// Every element of `y` becomes random bits: the words of Philox in their order.
#define PURPOSE 0

FUNCTION void finish(Four words, T *values)
{
#if IS_WIDE
    for (int k = 0; k < 2; k++)
        values[k] = pair_of(words, k);
#else
    for (int k = 0; k < 4; k++)
        values[k] = words.w[k];
#endif
}
