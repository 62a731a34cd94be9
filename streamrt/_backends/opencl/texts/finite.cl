// Looks for a number that is NaN or infinite, which is: all bits of its exponent are set. `word`
// becomes the least index of one, in C order, and the error is 1. One work-group looks at all of
// them, because not every device has atomic operations on words of 64 bits.
__kernel void streamrt_finite(const Words w, __global const char *array, __global ulong *word,
                              __global int *error)
{
    __local long least[BLOCK];
    const long count = words_size(&w);
    const int me = get_local_id(0);
    long found = count;
    for (long i = me; i < count; i += BLOCK) {
        const Item bits = *(__global const Item *)(array + words_offset(&w, 0, i));
        if ((bits & EXPONENT) == EXPONENT) {
            found = i;
            break; // what this work-item has not seen lies behind
        }
    }
    least[me] = found;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me == 0) {
        for (int k = 1; k < BLOCK; k++)
            found = min(found, least[k]);
        if (found < count) {
            *word = found;
            *error = 1;
        }
    }
}
