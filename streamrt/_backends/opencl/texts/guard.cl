// Looks at the canaries before and behind an allocation, and mends them, so that damage is found
// once. `word` becomes the offset of the first damaged byte, and the error is 1. One work-group, with
// a work-item for each byte of a canary; entries.h says the same for CPUs.
#define CANARY 64

void mend(__global uchar *canary, __local int *first)
{
    const int me = get_local_id(0);
    const uchar right = (uchar)(0xa5 ^ me);
    if (canary[me] != right) {
        canary[me] = right;
        atomic_min(first, me);
    }
}

__kernel void streamrt_guard(const Words w, __global uchar *start, ulong bytes,
                             __global long *word, __global int *error)
{
    __local int before, behind;
    if (get_local_id(0) == 0)
        before = behind = CANARY;
    barrier(CLK_LOCAL_MEM_FENCE);
    mend(start - CANARY, &before);
    mend(start + bytes, &behind);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && (before < CANARY || behind < CANARY)) {
        *word = before < CANARY ? before - CANARY : (long)bytes + behind;
        *error = 1;
    }
}
