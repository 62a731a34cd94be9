// The sum of one value of each thread of a block. Every thread gets it.
//
// The order is that of a tree, and does not depend on the grid: lanes whose numbers differ in one
// bit, then warps. All threads of the block have to come here.
template <class V> static __device__ V sum_of_warp(V value)
{
    for (int with = 16; with; with >>= 1)
        value += __shfl_xor_sync(0xffffffffu, value, with);
    return value;
}

template <class V> static __device__ V sum_of_block(V value)
{
    __shared__ V sums[32];
    value = sum_of_warp(value);
    __syncthreads(); // nobody reads the sums of the row before any more
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = value;
    __syncthreads();
    return sum_of_warp(threadIdx.x % 32 < blockDim.x / 32 ? sums[threadIdx.x % 32] : (V)0);
}
