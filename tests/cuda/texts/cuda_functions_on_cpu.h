/* The functions of CUDA C++ that kernels of streamrt use, on a CPU; part of cuda_on_cpu.h.
 *
 * Only what CUDA has is here, so that a text that compiles has a chance to compile for a GPU: an
 * atomic function takes the types that CUDA's takes. The mathematical functions are those of the C
 * library. CUDA's have other errors in the last places. */
#pragma once

#define STREAMRT_VECTOR(name, element, size)                                                      \
    struct __attribute__((aligned(sizeof(element) * size))) name##size
STREAMRT_VECTOR(float, float, 2) { float x, y; };
STREAMRT_VECTOR(float, float, 4) { float x, y, z, w; };
STREAMRT_VECTOR(int, int, 2) { int x, y; };
STREAMRT_VECTOR(int, int, 4) { int x, y, z, w; };
STREAMRT_VECTOR(uint, unsigned, 4) { unsigned x, y, z, w; };
STREAMRT_VECTOR(double, double, 2) { double x, y; };
static inline float2 make_float2(float x, float y) { return {x, y}; }
static inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
static inline int2 make_int2(int x, int y) { return {x, y}; }
static inline int4 make_int4(int x, int y, int z, int w) { return {x, y, z, w}; }
static inline double2 make_double2(double x, double y) { return {x, y}; }

/* A handle of a fake driver is the address of the value. */
extern "C" __attribute__((visibility("hidden"))) inline void
cudaGraphSetConditional(unsigned long long handle, unsigned int value)
{
    *(volatile unsigned *)handle = value;
}

/* ---- values of other threads ---------------------------------------------------------------- */

namespace on_cpu {

/* Returns the value that a lane brought. Between two barriers, so that all have brought theirs, and
 * nobody brings the next one yet. */
static uint64_t value_of(int line, unsigned mask, unsigned lane)
{
    fiber *warp = me - me->lane;
    if (lane > 31 || !(mask >> lane & 1) || warp + lane >= fibers + count || warp[lane].at == OVER)
        report("line %d: lane %u reads lane %u, which brings nothing", line, me->lane, lane);
    return warp[lane & 31].value;
}

template <class T> static T exchange(int line, unsigned mask, T value, unsigned from)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "shuffles take values of 4 or 8 bytes");
    me->value = 0;
    memcpy(&me->value, &value, sizeof value);
    sync_warp(line, mask);
    uint64_t found = value_of(line, mask, from);
    memcpy(&value, &found, sizeof value);
    sync_warp(line, mask);
    return value;
}

template <class T> static T shuffle(int line, unsigned mask, T value, int from, int width = 32)
{
    unsigned w = (unsigned)width;
    return exchange(line, mask, value, (me->lane & ~(w - 1)) + ((unsigned)from & (w - 1)));
}

/* A lane outside of the segment gives nothing: then a thread keeps its own value. */
template <class T> static T moved(int line, unsigned mask, T value, int from, int width)
{
    int first = (int)me->lane & ~(width - 1);
    int there = from >= first && from < first + width;
    return exchange(line, mask, value, there ? (unsigned)from : me->lane);
}

template <class T> static T up(int line, unsigned mask, T value, unsigned by, int width = 32)
{
    return moved(line, mask, value, (int)me->lane - (int)by, width);
}

template <class T> static T down(int line, unsigned mask, T value, unsigned by, int width = 32)
{
    return moved(line, mask, value, (int)me->lane + (int)by, width);
}

template <class T> static T crossed(int line, unsigned mask, T value, int with, int width = 32)
{
    int from = (int)me->lane ^ with, end = ((int)me->lane & ~(width - 1)) + width;
    return exchange(line, mask, value, from < end ? (unsigned)from : me->lane);
}

static unsigned ballot(int line, unsigned mask, int holds)
{
    me->value = holds != 0;
    sync_warp(line, mask);
    fiber *warp = me - me->lane;
    unsigned found = 0;
    for (unsigned i = 0; i < 32 && warp + i < fibers + count; i++)
        if (mask >> i & 1 && warp[i].at != OVER)
            found |= (unsigned)warp[i].value << i;
    sync_warp(line, mask);
    return found;
}

static int counted(int line, int holds)
{
    me->value = holds != 0;
    sync_block(line);
    int found = 0;
    for (unsigned i = 0; i < count; i++)
        found += (int)fibers[i].value;
    sync_block(line);
    return found;
}

} // namespace on_cpu

#define __syncthreads_count(holds) on_cpu::counted(__LINE__, holds)
#define __syncthreads_or(holds) (on_cpu::counted(__LINE__, holds) != 0)
#define __syncthreads_and(holds) (on_cpu::counted(__LINE__, !(holds)) == 0)
#define __shfl_sync(...) on_cpu::shuffle(__LINE__, __VA_ARGS__)
#define __shfl_up_sync(...) on_cpu::up(__LINE__, __VA_ARGS__)
#define __shfl_down_sync(...) on_cpu::down(__LINE__, __VA_ARGS__)
#define __shfl_xor_sync(...) on_cpu::crossed(__LINE__, __VA_ARGS__)
#define __ballot_sync(mask, holds) on_cpu::ballot(__LINE__, mask, holds)
#define __any_sync(mask, holds) (on_cpu::ballot(__LINE__, mask, holds) != 0)
#define __all_sync(mask, holds) (on_cpu::ballot(__LINE__, mask, !(holds)) == 0)

/* ---- atomic functions: only one fiber runs at a time ---------------------------------------- */

namespace on_cpu {
template <class T, class... U> struct is_one { static const bool yes = false; };
template <class T, class... U> struct is_one<T, T, U...> { static const bool yes = true; };
template <class T, class F, class... U> struct is_one<T, F, U...> : is_one<T, U...> {};
} // namespace on_cpu

typedef unsigned long long streamrt_u64;
#define STREAMRT_ATOMIC(name, result, ...)                                                        \
    template <class T> static inline T name(T *at, typename on_cpu::plain<T>::type v)             \
    {                                                                                             \
        static_assert(on_cpu::is_one<T, __VA_ARGS__>::yes, #name " does not take this type");     \
        T old = *at;                                                                              \
        *at = result;                                                                             \
        return old;                                                                               \
    }
STREAMRT_ATOMIC(atomicAdd, old + v, int, unsigned, streamrt_u64, float, double)
STREAMRT_ATOMIC(atomicSub, old - v, int, unsigned)
STREAMRT_ATOMIC(atomicExch, v, int, unsigned, streamrt_u64, float)
STREAMRT_ATOMIC(atomicMin, v < old ? v : old, int, unsigned, long long, streamrt_u64)
STREAMRT_ATOMIC(atomicMax, v > old ? v : old, int, unsigned, long long, streamrt_u64)
STREAMRT_ATOMIC(atomicAnd, old & v, int, unsigned, streamrt_u64)
STREAMRT_ATOMIC(atomicOr, old | v, int, unsigned, streamrt_u64)
STREAMRT_ATOMIC(atomicXor, old ^ v, int, unsigned, streamrt_u64)

template <class T>
static inline T atomicCAS(T *at, typename on_cpu::plain<T>::type e,
                          typename on_cpu::plain<T>::type v)
{
    static_assert(on_cpu::is_one<T, int, unsigned, unsigned short, streamrt_u64>::yes,
                  "atomicCAS does not take this type");
    T old = *at;
    *at = old == e ? v : old;
    return old;
}

static inline void __threadfence() {}
static inline void __threadfence_block() {}
static inline void __trap() { on_cpu::report("__trap"), on_cpu::leave(on_cpu::OVER, 0); }
template <class T> static inline T __ldg(const T *at) { return *at; }

/* ---- least and greatest: of two types, the one that C++ converts both to -------------------- */

#define STREAMRT_EXTREMES(type)                                                                   \
    static inline type min(type a, type b) { return b < a ? b : a; }                              \
    static inline type max(type a, type b) { return a < b ? b : a; }
STREAMRT_EXTREMES(int)
STREAMRT_EXTREMES(unsigned)
STREAMRT_EXTREMES(long)
STREAMRT_EXTREMES(unsigned long)
STREAMRT_EXTREMES(long long)
STREAMRT_EXTREMES(streamrt_u64)
static inline float min(float a, float b) { return fminf(a, b); }
static inline float max(float a, float b) { return fmaxf(a, b); }
static inline double min(double a, double b) { return fmin(a, b); }
static inline double max(double a, double b) { return fmax(a, b); }

/* ---- functions of one name for float and double --------------------------------------------- */

#define STREAMRT_OF_ONE(name) static inline float name(float x) { return name##f(x); }
#define STREAMRT_OF_TWO(name) static inline float name(float x, float y) { return name##f(x, y); }
STREAMRT_OF_ONE(sqrt)
STREAMRT_OF_ONE(cbrt)
STREAMRT_OF_ONE(exp)
STREAMRT_OF_ONE(exp2)
STREAMRT_OF_ONE(expm1)
STREAMRT_OF_ONE(log)
STREAMRT_OF_ONE(log2)
STREAMRT_OF_ONE(log10)
STREAMRT_OF_ONE(log1p)
STREAMRT_OF_ONE(sin)
STREAMRT_OF_ONE(cos)
STREAMRT_OF_ONE(tan)
STREAMRT_OF_ONE(asin)
STREAMRT_OF_ONE(acos)
STREAMRT_OF_ONE(atan)
STREAMRT_OF_ONE(sinh)
STREAMRT_OF_ONE(cosh)
STREAMRT_OF_ONE(tanh)
STREAMRT_OF_ONE(asinh)
STREAMRT_OF_ONE(acosh)
STREAMRT_OF_ONE(atanh)
STREAMRT_OF_ONE(erf)
STREAMRT_OF_ONE(erfc)
STREAMRT_OF_ONE(floor)
STREAMRT_OF_ONE(ceil)
STREAMRT_OF_ONE(trunc)
STREAMRT_OF_ONE(rint)
STREAMRT_OF_ONE(nearbyint)
STREAMRT_OF_ONE(round)
STREAMRT_OF_ONE(fabs)
STREAMRT_OF_TWO(pow)
STREAMRT_OF_TWO(fmod)
STREAMRT_OF_TWO(atan2)
STREAMRT_OF_TWO(hypot)
STREAMRT_OF_TWO(fmin)
STREAMRT_OF_TWO(fmax)
STREAMRT_OF_TWO(copysign)
STREAMRT_OF_TWO(nextafter)
static inline float fma(float x, float y, float z) { return fmaf(x, y, z); }
static inline int abs(int x) { return x < 0 ? -x : x; }
static inline long long abs(long long x) { return x < 0 ? -x : x; }
static inline long long llabs(long long x) { return x < 0 ? -x : x; }
static inline float abs(float x) { return fabsf(x); }
static inline double abs(double x) { return fabs(x); }
#define rsqrtf(x) (1 / sqrtf(x)) /* newer C libraries have functions of these names */
#define rsqrt(x) (1 / sqrt(x))

/* The rounded operations, which no option of the compiler contracts. */
static inline float __fadd_rn(float x, float y) { return x + y; }
static inline float __fsub_rn(float x, float y) { return x - y; }
static inline float __fmul_rn(float x, float y) { return x * y; }
static inline float __fdiv_rn(float x, float y) { return x / y; }
static inline float __fsqrt_rn(float x) { return sqrtf(x); }
static inline float __frcp_rn(float x) { return 1 / x; }
static inline float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
static inline double __dadd_rn(double x, double y) { return x + y; }
static inline double __dsub_rn(double x, double y) { return x - y; }
static inline double __dmul_rn(double x, double y) { return x * y; }
static inline double __ddiv_rn(double x, double y) { return x / y; }
static inline double __dsqrt_rn(double x) { return sqrt(x); }
static inline double __fma_rn(double x, double y, double z) { return fma(x, y, z); }

/* ---- bits ----------------------------------------------------------------------------------- */

namespace on_cpu {
template <class To, class From> static inline To same_bits(From x)
{
    static_assert(sizeof(To) == sizeof(From), "a bit cast keeps the size");
    To to;
    memcpy(&to, &x, sizeof to);
    return to;
}
} // namespace on_cpu

static inline int __float_as_int(float x) { return on_cpu::same_bits<int>(x); }
static inline unsigned __float_as_uint(float x) { return on_cpu::same_bits<unsigned>(x); }
static inline float __int_as_float(int x) { return on_cpu::same_bits<float>(x); }
static inline float __uint_as_float(unsigned x) { return on_cpu::same_bits<float>(x); }
static inline long long __double_as_longlong(double x) { return on_cpu::same_bits<long long>(x); }
static inline double __longlong_as_double(long long x) { return on_cpu::same_bits<double>(x); }
static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __popcll(streamrt_u64 x) { return __builtin_popcountll(x); }
static inline int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
static inline int __clzll(long long x) { return x ? __builtin_clzll((streamrt_u64)x) : 64; }
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline int __ffsll(long long x) { return __builtin_ffsll(x); }
static inline unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
static inline streamrt_u64 __brevll(streamrt_u64 x) { return __builtin_bitreverse64(x); }
static inline int __mulhi(int x, int y) { return (int)((long long)x * y >> 32); }
static inline unsigned __umulhi(unsigned x, unsigned y)
{
    return (unsigned)((uint64_t)x * y >> 32);
}
static inline long long __mul64hi(long long x, long long y)
{
    return (long long)((__int128)x * y >> 64);
}
static inline streamrt_u64 __umul64hi(streamrt_u64 x, streamrt_u64 y)
{
    return (streamrt_u64)((unsigned __int128)x * y >> 64);
}

/* ---- conversions: they saturate, and "PTX ISA", "cvt" says what becomes of NaN --------------- */

/* Halves, which a text converts by instructions of PTX; on_cpu.py calls these in their place. */
namespace on_cpu {
template <class To, class From> static inline To of_bits(From value)
{
    static_assert(sizeof(To) == sizeof(From), "bits of one size");
    To found;
    memcpy(&found, &value, sizeof found);
    return found;
}
static inline float cvt_f32_f16(unsigned short bits) { return (float)of_bits<_Float16>(bits); }
static inline unsigned short cvt_rn_f16_f32(float x) { return of_bits<unsigned short>((_Float16)x); }
static inline unsigned short cvt_rn_f16_f64(double x)
{
    return of_bits<unsigned short>((_Float16)x);
}
} // namespace on_cpu

namespace on_cpu {
/* `above` is the least power of two that the type does not reach. */
template <class To, class From> static inline To saturated(From x, To least, To most, From above)
{
    if (x != x) /* 0 between 32-bit types, else the greatest bit alone */
        return sizeof(To) + sizeof(From) == 8 ? (To)0 : (To)((uint64_t)1 << (8 * sizeof(To) - 1));
    return x >= above ? most : x <= (From)least ? least : (To)x;
}
} // namespace on_cpu

#define STREAMRT_CONVERSION(from, of, to, type, least, most, above)                               \
    static inline type __##of##2##to##_rz(from x)                                                 \
    {                                                                                             \
        return on_cpu::saturated<type, from>(trunc(x), least, most, above);                       \
    }                                                                                             \
    static inline type __##of##2##to##_rn(from x)                                                 \
    {                                                                                             \
        return on_cpu::saturated<type, from>(rint(x), least, most, above);                        \
    }                                                                                             \
    static inline type __##of##2##to##_rd(from x)                                                 \
    {                                                                                             \
        return on_cpu::saturated<type, from>(floor(x), least, most, above);                       \
    }
STREAMRT_CONVERSION(float, float, int, int, INT32_MIN, INT32_MAX, 0x1p31f)
STREAMRT_CONVERSION(float, float, uint, unsigned, 0, UINT32_MAX, 0x1p32f)
STREAMRT_CONVERSION(float, float, ll, long long, INT64_MIN, INT64_MAX, 0x1p63f)
STREAMRT_CONVERSION(float, float, ull, streamrt_u64, 0, UINT64_MAX, 0x1p64f)
STREAMRT_CONVERSION(double, double, int, int, INT32_MIN, INT32_MAX, 0x1p31)
STREAMRT_CONVERSION(double, double, uint, unsigned, 0, UINT32_MAX, 0x1p32)
STREAMRT_CONVERSION(double, double, ll, long long, INT64_MIN, INT64_MAX, 0x1p63)
STREAMRT_CONVERSION(double, double, ull, streamrt_u64, 0, UINT64_MAX, 0x1p64)
