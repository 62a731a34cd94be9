// `c` becomes `a @ b.T`.
extern "C" __global__ void __launch_bounds__(256) matmul_nt(const Words w, const T *a, const T *b,
                                                            T *c)
{
    multiply<true>(a, b, c, w.at[0], w.at[1], w.at[2]);
}
