// Decides whether a loop of a graph makes a turn, and whether its other steps run. One thread.
//
// `turns` is the number of turns if it runs before the first one, and -1 after each. An error of a
// step, and a word of the host that is not 0, end the loop. A handle that is 0 is left out.
extern "C" __device__ void cudaGraphSetConditional(unsigned long long handle, unsigned int value);

extern "C" __global__ void streamrt_condition(const Words w, unsigned long long handle,
                                              unsigned long long other, long long *left,
                                              long long turns, const unsigned char *flag,
                                              const int *stop, const int *errors, long long count)
{
    bool ends = *(const volatile int *)stop != 0;
    for (long long i = 0; i < count; i++)
        ends |= errors[i] != 0;
    *left = turns < 0 ? *left - 1 : turns;
    bool holds = !flag || *flag;
    if (handle)
        cudaGraphSetConditional(handle, !ends && holds && *left > 0);
    if (other)
        cudaGraphSetConditional(other, !ends && !holds);
}
