// The sum of one value of each thread of a block. Every thread gets it.
//
// The order is that of a tree, and does not depend on the grid. All threads of the block have to
// come here.
#define PLACES 256

FUNCTION S sum_of_block(S value, __local S *sums)
{
    BARRIER // nobody reads the sum of the row before any more
    sums[THREAD] = value;
    BARRIER
    for (int apart = THREADS / 2; apart; apart /= 2) {
        if (THREAD < apart)
            sums[THREAD] += sums[THREAD + apart];
        BARRIER
    }
    return sums[0];
}
