// `y[i]` becomes the sum of row `i` of `x`: a block for each row.
//
// Pairwise, so that the error grows with the logarithm of the row's length: a thread sums CHAIN
// elements that are a block apart, and adds such sums as a binary counter adds, equal ones first.
// Integers are added without a sign, because they wrap.
#define CHAIN 8
#define LEVELS 48

template <class V> struct adding {
    typedef V type;
};
template <> struct adding<long long> {
    typedef unsigned long long type;
};
typedef adding<T>::type S;

static __device__ S sum_of_thread(const T *row, long long m)
{
    S sums[LEVELS]; // sums[k] is of CHAIN << k elements, where bit k of `chains` is set
    unsigned long long chains = 0;
    for (long long from = threadIdx.x; from < m; from += (long long)CHAIN * blockDim.x) {
        S sum = 0;
        for (int k = 0; k < CHAIN && from + (long long)k * blockDim.x < m; k++)
            sum += (S)row[from + (long long)k * blockDim.x];
        int level = 0;
        for (unsigned long long bits = chains; bits & 1; bits >>= 1)
            sum += sums[level++];
        sums[level] = sum;
        chains++;
    }
    S sum = 0;
    for (int level = 0; chains >> level; level++)
        if (chains >> level & 1)
            sum += sums[level];
    return sum;
}

extern "C" __global__ void sum_rows(const Words w, const T *x, T *y)
{
    const long long n = w.at[0], m = w.at[1];
    for (long long i = blockIdx.x; i < n; i += gridDim.x) {
        const S sum = sum_of_block(sum_of_thread(x + i * m, m));
        if (threadIdx.x == 0)
            y[i] = (T)sum;
    }
}
