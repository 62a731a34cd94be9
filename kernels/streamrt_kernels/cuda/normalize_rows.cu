// Every row of `x` gets Euclidean length 1: a block for each row. A row of zeros stays.
//
// The squares of floats are exact in f64, and their sum is rounded a few times in 53 bits. So the
// quotient, rounded once more to f32, is within 1 ulp.
extern "C" __global__ void normalize_rows(const Words w, float *x)
{
    const long long n = w.at[0], m = w.at[1];
    for (long long i = blockIdx.x; i < n; i += gridDim.x) {
        float *row = x + i * m;
        double squares = 0;
        for (long long k = threadIdx.x; k < m; k += blockDim.x) {
            const double element = row[k];
            squares += element * element;
        }
        const double length = sqrt(sum_of_block(squares));
        if (length == 0)
            continue;
        for (long long k = threadIdx.x; k < m; k += blockDim.x)
            row[k] = (float)(row[k] / length);
    }
}
