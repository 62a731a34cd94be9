// Looks at the canaries before and behind an allocation, and mends them, so that damage is found
// once. `word` becomes the offset of the first damaged byte, and the error is 1. One block, with a
// thread for each byte of a canary; entries.h says the same for CPUs.
#define CANARY 64

static __device__ void mend(unsigned char *canary, int *first)
{
    const unsigned char right = (unsigned char)(0xa5 ^ threadIdx.x);
    if (canary[threadIdx.x] != right) {
        canary[threadIdx.x] = right;
        atomicMin(first, (int)threadIdx.x);
    }
}

extern "C" __global__ void streamrt_guard(const Words w, unsigned char *start, long long bytes,
                                          long long *word, int *error)
{
    __shared__ int before, behind;
    if (threadIdx.x == 0)
        before = behind = CANARY;
    __syncthreads();
    mend(start - CANARY, &before);
    mend(start + bytes, &behind);
    __syncthreads();
    if (threadIdx.x == 0 && (before < CANARY || behind < CANARY)) {
        *word = before < CANARY ? before - CANARY : bytes + behind;
        *error = 1;
    }
}
