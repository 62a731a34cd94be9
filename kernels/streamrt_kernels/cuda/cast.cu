// `y` becomes `x` in the dtype of `y`.
//
// Floats are clipped to the range of an integer, and NaN becomes 0, on every machine. The hardware
// clips as well, but a conversion of a float that does not fit is undefined in C++, and NaN to 64
// bits is not 0.
template <class To> struct integer {
    static const bool yes = false;
};
template <> struct integer<unsigned char> {
    static const bool yes = true;
    static const unsigned char least = 0, most = 255;
};
template <> struct integer<int> {
    static const bool yes = true;
    static const int least = -2147483647 - 1, most = 2147483647;
};
template <> struct integer<long long> {
    static const bool yes = true;
    static const long long least = -9223372036854775807LL - 1, most = 9223372036854775807LL;
};

template <class To, class From> static __device__ To clipped(From x)
{
    if (x != x)
        return 0;
    // The greatest integer may round up to the power of two above it, which does not fit.
    if (x >= (From)integer<To>::most)
        return integer<To>::most;
    return x <= (From)integer<To>::least ? integer<To>::least : (To)x;
}

template <class From> struct floating {
    static const bool yes = false;
};
template <> struct floating<float> {
    static const bool yes = true;
};
template <> struct floating<double> {
    static const bool yes = true;
};

// An f16 is its bits, and no u16 is cast here. It is computed as a float.
static __device__ float widened(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}
template <class From> static __device__ From widened(From x) { return x; }

static __device__ unsigned short half_of(float value)
{
    unsigned short bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
}
static __device__ unsigned short half_of(double value)
{
    unsigned short bits;
    asm("cvt.rn.f16.f64 %0, %1;" : "=h"(bits) : "d"(value));
    return bits;
}

template <class To, class From, bool CLIPS> struct conversion {
    static __device__ To of(From x) { return (To)x; }
};
template <class From> struct conversion<unsigned short, From, false> {
    // An integer that a float rounds is one that an f16 does not reach.
    static __device__ unsigned short of(From x) { return half_of((float)x); }
};
template <> struct conversion<unsigned short, double, false> {
    static __device__ unsigned short of(double x) { return half_of(x); }
};
template <class To, class From> struct conversion<To, From, true> {
    static __device__ To of(From x) { return clipped<To, From>(x); }
};

extern "C" __global__ void cast(const Words w, const A *x, B *y)
{
    const long long count = w.size(), step = (long long)gridDim.x * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
        const A from = *(const A *)((const char *)x + w.offset(0, i));
        B *to = (B *)((char *)y + w.offset(1, i));
        typedef decltype(widened(from)) Wide;
        *to = conversion<B, Wide, floating<Wide>::yes && integer<B>::yes>::of(widened(from));
    }
}
