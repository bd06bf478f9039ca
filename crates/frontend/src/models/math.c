// math.h: the functions whose result IEEE 754 fixes to the last bit, by operators.

//@ fabs
double fabs(double x)
{
    union { double value; unsigned long long bits; } u;
    u.value = x;
    u.bits &= ~0ull >> 1;
    return u.value;
}

//@ fabsf
float fabsf(float x)
{
    union { float value; unsigned int bits; } u;
    u.value = x;
    u.bits &= ~0u >> 1;
    return u.value;
}

//@ copysign
double copysign(double x, double y)
{
    union { double value; unsigned long long bits; } a, b;
    a.value = x;
    b.value = y;
    a.bits = (a.bits & ~0ull >> 1) | (b.bits & 1ull << 63);
    return a.value;
}

//@ copysignf
float copysignf(float x, float y)
{
    union { float value; unsigned int bits; } a, b;
    a.value = x;
    b.value = y;
    a.bits = (a.bits & ~0u >> 1) | (b.bits & 1u << 31);
    return a.value;
}

//@ trunc
double copysign(double, double);

double trunc(double x)
{
    if (!(x < 4503599627370496.0 && x > -4503599627370496.0))
        return x;
    return copysign((double)(long long)x, x);
}

//@ floor
double copysign(double, double);

double floor(double x)
{
    double t;
    if (!(x < 4503599627370496.0 && x > -4503599627370496.0))
        return x;
    t = (double)(long long)x;
    if (t > x)
        t -= 1;
    return copysign(t, x);
}

//@ ceil
double copysign(double, double);

double ceil(double x)
{
    double t;
    if (!(x < 4503599627370496.0 && x > -4503599627370496.0))
        return x;
    t = (double)(long long)x;
    if (t < x)
        t += 1;
    return copysign(t, x);
}

//@ round
double copysign(double, double);

double round(double x)
{
    double t;
    if (!(x < 4503599627370496.0 && x > -4503599627370496.0))
        return x;
    t = (double)(long long)x;
    if (x - t >= 0.5)
        t += 1;
    else if (t - x >= 0.5)
        t -= 1;
    return copysign(t, x);
}

//@ rint
double copysign(double, double);

double rint(double x)
{
    double t;
    if (!(x < 4503599627370496.0 && x > -4503599627370496.0))
        return x;
    t = (double)(long long)x;
    if (x - t > 0.5 || x - t == 0.5 && (long long)t % 2)
        t += 1;
    else if (t - x > 0.5 || t - x == 0.5 && (long long)t % 2)
        t -= 1;
    return copysign(t, x);
}

//@ truncf
double trunc(double);

float truncf(float x)
{
    return (float)trunc(x);
}

//@ floorf
double floor(double);

float floorf(float x)
{
    return (float)floor(x);
}

//@ ceilf
double ceil(double);

float ceilf(float x)
{
    return (float)ceil(x);
}

//@ roundf
double round(double);

float roundf(float x)
{
    return (float)round(x);
}

