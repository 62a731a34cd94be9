// Pairs of normal numbers from pairs of words, by the method of Box and Muller.
//
// These are the operations of _polar.py in the same order, each rounded by itself, so that the bits
// are those of a CPU. The polynomials are those of Cephes in f32, and of fdlibm in f64. W is the
// unsigned integer of T's width.
FUNCTION T horner(const T *coefficients, int count, T x)
{
    T value = coefficients[0];
    for (int k = 1; k < count; k++)
        value = value * x + coefficients[k];
    return value;
}

#if IS_WIDE
FUNCTION double log_of(double u)
{
    const double odd[] = {0.14798198605116586, 0.1818357216161805, 0.2857142874366239,
        0.6666666666666735};
    const double even[] = {0.15313837699209373, 0.22222198432149784, 0.3999999999940942};
    const W bits = (W)BITS_OF_DOUBLE(u);
    const int e = (int)((LONG)(bits - (W)0x3fe6a09e667f3bcd) >> 52);
    const double f = DOUBLE_OF((LONG)(bits - ((W)(LONG)e << 52))) - 1.0;
    const double halved = 0.5 * (f * f), s = f / (2.0 + f), z = s * s, w = z * z;
    const double value = s * (halved + (w * horner(even, 3, w) + z * horner(odd, 4, w)));
    return e * 0.6931471803691238 - ((halved - (value + e * 1.9082149292705877e-10)) - f);
}

FUNCTION double radius_of(W word)
{
    return sqrt(-2.0 * log_of((double)(word >> 11) * 0x1p-53 + 0x1p-54));
}

FUNCTION void waves(double x, double *cosine, double *sine)
{
    const double of_sine[] = {1.58969099521155e-10, -2.5050760253406863e-08,
        2.7557313707070068e-06, -0.0001984126982985795, 0.00833333333332249,
        -0.16666666666666632};
    const double of_cosine[] = {-1.1359647557788195e-11, 2.087572321298175e-09,
        -2.7557314351390663e-07, 2.480158728947673e-05, -0.001388888888887411,
        0.0416666666666666};
    const double z = x * x;
    *sine = x + z * horner(of_sine, 6, z) * x;
    *cosine = (1.0 - 0.5 * z) + z * z * horner(of_cosine, 6, z);
}

FUNCTION double angle_of(W rest)
{
    return (double)(LONG)rest * 0x1.921fb54442d18p-62;
}
#else
FUNCTION float log_of(float u)
{
    const float powers[] = {0.070376836292f, -0.1151461031f, 0.1167699874f, -0.12420140846f,
        0.14249322787f, -0.16668057665f, 0.20000714765f, -0.24999993993f, 0.33333331174f};
    const W bits = (W)BITS_OF(u);
    const int e = (int)(bits - 0x3f3504f3u) >> 23;
    const float f = FLOAT_OF((int)(bits - ((W)e << 23))) - 1.0f, square = f * f;
    const float value = horner(powers, 9, f) * f * square + (float)e * -0.00021219444f;
    return f + (value - 0.5f * square) + (float)e * 0.693359375f;
}

FUNCTION float radius_of(W word)
{
    return sqrt(-2.0f * log_of((float)word * 0x1p-32f + 0x1p-33f));
}

FUNCTION void waves(float x, float *cosine, float *sine)
{
    const float of_sine[] = {-0.00019515295891f, 0.0083321608736f, -0.16666654611f};
    const float of_cosine[] = {2.443315711809948e-05f, -0.001388731625493765f,
        0.04166664568298827f};
    const float z = x * x;
    *sine = x + z * horner(of_sine, 3, z) * x;
    *cosine = (1.0f - 0.5f * z) + z * z * horner(of_cosine, 3, z);
}

FUNCTION float angle_of(W rest)
{
    return (float)(int)rest * 0x1.921fb60000000p-30f;
}
#endif

FUNCTION void normals(W of_radius, W of_angle, T *pair)
{
    const int quarter = 8 * (int)sizeof(W) - 2;
    const W quadrant = (of_angle + ((W)1 << (quarter - 1))) >> quarter;
    T cosine, sine;
    waves(angle_of(of_angle - (quadrant << quarter)), &cosine, &sine);
    const T first = quadrant & 1 ? sine : cosine, second = quadrant & 1 ? cosine : sine;
    const T radius = radius_of(of_radius);
    pair[0] = radius * ((quadrant + 1) & 2 ? -first : first);
    pair[1] = radius * (quadrant & 2 ? -second : second);
}
