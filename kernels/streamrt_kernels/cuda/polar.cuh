// Pairs of normal numbers from pairs of words, by the method of Box and Muller.
//
// These are the operations of _polar.py in the same order, each rounded by itself, so that the bits
// are those of a CPU. The polynomials are those of Cephes in f32, and of fdlibm in f64.
static __device__ float from_bits(unsigned bits)
{
    return __uint_as_float(bits);
}

static __device__ double from_bits(unsigned long long bits)
{
    return __longlong_as_double((long long)bits);
}

template <class V, int N> static __device__ V horner(const V (&coefficients)[N], V x)
{
    V value = coefficients[0];
    for (int k = 1; k < N; k++)
        value = value * x + coefficients[k];
    return value;
}

static __device__ float log_of(float u)
{
    const float powers[] = {0.070376836292f, -0.1151461031f, 0.1167699874f, -0.12420140846f,
        0.14249322787f, -0.16668057665f, 0.20000714765f, -0.24999993993f, 0.33333331174f};
    const unsigned bits = __float_as_uint(u);
    const int e = (int)(bits - 0x3f3504f3u) >> 23;
    const float f = from_bits(bits - ((unsigned)e << 23)) - 1.0f, square = f * f;
    const float value = horner(powers, f) * f * square + (float)e * -0.00021219444f;
    return f + (value - 0.5f * square) + (float)e * 0.693359375f;
}

static __device__ double log_of(double u)
{
    const double odd[] = {0.14798198605116586, 0.1818357216161805, 0.2857142874366239,
        0.6666666666666735};
    const double even[] = {0.15313837699209373, 0.22222198432149784, 0.3999999999940942};
    const unsigned long long bits = (unsigned long long)__double_as_longlong(u);
    const int e = (int)((long long)(bits - 0x3fe6a09e667f3bcdull) >> 52);
    const double f = from_bits(bits - ((unsigned long long)e << 52)) - 1.0;
    const double halved = 0.5 * (f * f), s = f / (2.0 + f), z = s * s, w = z * z;
    const double value = s * (halved + (w * horner(even, w) + z * horner(odd, w)));
    return e * 0.6931471803691238 - ((halved - (value + e * 1.9082149292705877e-10)) - f);
}

static __device__ float radius_of(unsigned word)
{
    return sqrtf(-2.0f * log_of((float)word * 0x1p-32f + 0x1p-33f));
}

static __device__ double radius_of(unsigned long long word)
{
    return sqrt(-2.0 * log_of((double)(word >> 11) * 0x1p-53 + 0x1p-54));
}

static __device__ void waves(float x, float &cosine, float &sine)
{
    const float of_sine[] = {-0.00019515295891f, 0.0083321608736f, -0.16666654611f};
    const float of_cosine[] = {2.443315711809948e-05f, -0.001388731625493765f,
        0.04166664568298827f};
    const float z = x * x;
    sine = x + z * horner(of_sine, z) * x;
    cosine = (1.0f - 0.5f * z) + z * z * horner(of_cosine, z);
}

static __device__ void waves(double x, double &cosine, double &sine)
{
    const double of_sine[] = {1.58969099521155e-10, -2.5050760253406863e-08,
        2.7557313707070068e-06, -0.0001984126982985795, 0.00833333333332249,
        -0.16666666666666632};
    const double of_cosine[] = {-1.1359647557788195e-11, 2.087572321298175e-09,
        -2.7557314351390663e-07, 2.480158728947673e-05, -0.001388888888887411,
        0.0416666666666666};
    const double z = x * x;
    sine = x + z * horner(of_sine, z) * x;
    cosine = (1.0 - 0.5 * z) + z * z * horner(of_cosine, z);
}

static __device__ float angle_of(unsigned rest)
{
    return (float)(int)rest * 0x1.921fb60000000p-30f;
}

static __device__ double angle_of(unsigned long long rest)
{
    return (double)(long long)rest * 0x1.921fb54442d18p-62;
}

template <class W, class V> static __device__ void normals(W of_radius, W of_angle, V *pair)
{
    const int quarter = 8 * (int)sizeof(W) - 2;
    const W quadrant = (of_angle + ((W)1 << (quarter - 1))) >> quarter;
    V cosine, sine;
    waves(angle_of(of_angle - (quadrant << quarter)), cosine, sine);
    const V first = quadrant & 1 ? sine : cosine, second = quadrant & 1 ? cosine : sine;
    const V radius = radius_of(of_radius);
    pair[0] = radius * ((quadrant + 1) & 2 ? -first : first);
    pair[1] = radius * (quadrant & 2 ? -second : second);
}
