// The sum of one value of each thread of a block. Every thread gets it.
//
// The order is that of a tree, and does not depend on the grid: lanes whose numbers differ in one
// bit, then warps. All threads of the block have to come here.
#define PLACES 32

FUNCTION S sum_of_warp(S value)
{
    for (int with = 16; with; with >>= 1)
        value += __shfl_xor_sync(0xffffffffu, value, with);
    return value;
}

FUNCTION S sum_of_block(S value, S *sums)
{
    value = sum_of_warp(value);
    BARRIER // nobody reads the sums of the row before any more
    if (THREAD % 32 == 0)
        sums[THREAD / 32] = value;
    BARRIER
    return sum_of_warp(THREAD % 32 < THREADS / 32 ? sums[THREAD % 32] : (S)0);
}
