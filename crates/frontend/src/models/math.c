// math.h: the functions whose result IEEE 754 fixes to the last bit.

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

//@ fabsl
long double fabsl(long double x)
{
    if (x < 0)
        return -x;
    return x == 0 ? 0.0L : x;
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

//@ lround
double round(double);

long lround(double x)
{
    return (long)round(x);
}

//@ fmin
double fmin(double x, double y)
{
    if (x != x)
        return y;
    return y < x ? y : x;
}

//@ fmax
double fmax(double x, double y)
{
    if (x != x)
        return y;
    return y > x ? y : x;
}

//@ fmod
// The remainder of the mantissas, found by shifting and subtracting: every step is exact.
double fabs(double);
double copysign(double, double);

double fmod(double x, double y)
{
    double r = fabs(x);
    double d = fabs(y);
    if (x != x || y != y || d == 0 || r - r != 0)
        return (x * y) / (x * y);
    if (d - d != 0)
        return x;
    while (r >= d) {
        double s = d;
        while (s + s <= r)
            s += s;
        r -= s;
    }
    return copysign(r, x);
}

//@ sqrt
// Digit by digit, two bits of the radicand for one of the root; one bit more than the result needs, to round.
double sqrt(double x)
{
    union { double value; unsigned long long bits; } u;
    unsigned long long mantissa;
    unsigned long long rest = 0;
    unsigned long long root = 0;
    int exponent;
    int i;
    u.value = x;
    if (x != x || x == 0)
        return x;
    if (x < 0)
        return (x - x) / (x - x);
    exponent = (int)(u.bits >> 52);
    if (exponent == 0x7ff)
        return x;
    mantissa = u.bits & ((1ull << 52) - 1);
    if (exponent == 0) {
        exponent = 1;
        while (!(mantissa >> 52)) {
            mantissa <<= 1;
            exponent--;
        }
    } else {
        mantissa |= 1ull << 52;
    }
    exponent -= 1023;
    if (exponent % 2) {
        mantissa <<= 1;
        exponent--;
    }
    exponent /= 2;
    for (i = 0; i < 54; i++) {
        rest = rest << 2 | mantissa >> 52 & 3;
        mantissa = mantissa << 2 & ((1ull << 54) - 1);
        root <<= 1;
        if (rest >= 2 * root + 1) {
            rest -= 2 * root + 1;
            root |= 1;
        }
    }
    u.bits = ((unsigned long long)(exponent + 1023) << 52) + (root / 2 + root % 2 - (1ull << 52));
    return u.value;
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

//@ sqrtf
double sqrt(double);

float sqrtf(float x)
{
    return (float)sqrt(x);
}

//@ fminf
double fmin(double, double);

float fminf(float x, float y)
{
    return (float)fmin(x, y);
}

//@ fmaxf
double fmax(double, double);

float fmaxf(float x, float y)
{
    return (float)fmax(x, y);
}

//@ fmodf
double fmod(double, double);

float fmodf(float x, float y)
{
    return (float)fmod(x, y);
}

//@ isnan
int isnan(double x)
{
    return x != x;
}

//@ isinf
int isinf(double x)
{
    if (x == x && x - x != x - x)
        return x > 0 ? 1 : -1;
    return 0;
}

//@ finite
int finite(double x)
{
    return x - x == 0;
}

//@ __isnan
int __isnan(double x)
{
    return x != x;
}

//@ __isinf
int __isinf(double x)
{
    if (x == x && x - x != x - x)
        return x > 0 ? 1 : -1;
    return 0;
}

//@ __finite
int __finite(double x)
{
    return x - x == 0;
}

//@ __signbit
int __signbit(double x)
{
    union { double value; unsigned long long bits; } u;
    u.value = x;
    return u.bits >> 63 != 0;
}

//@ __fpclassify
int __fpclassify(double x)
{
    if (x != x)
        return 0;
    if (x - x != 0)
        return 1;
    if (x == 0)
        return 2;
    return x < 2.2250738585072014e-308 && x > -2.2250738585072014e-308 ? 3 : 4;
}

//@ __isnanf
int __isnanf(float x)
{
    return x != x;
}

//@ __isinff
int __isinff(float x)
{
    if (x == x && x - x != x - x)
        return x > 0 ? 1 : -1;
    return 0;
}

//@ __finitef
int __finitef(float x)
{
    return x - x == 0;
}

//@ __signbitf
int __signbitf(float x)
{
    union { float value; unsigned int bits; } u;
    u.value = x;
    return u.bits >> 31 != 0;
}

//@ __fpclassifyf
int __fpclassifyf(float x)
{
    if (x != x)
        return 0;
    if (x - x != 0)
        return 1;
    if (x == 0)
        return 2;
    return x < 1.17549435e-38f && x > -1.17549435e-38f ? 3 : 4;
}

//@ nearbyint
double rint(double);

double nearbyint(double x)
{
    return rint(x);
}

//@ lrint
double rint(double);

long lrint(double x)
{
    return (long)rint(x);
}

//@ llrint
double rint(double);

long long llrint(double x)
{
    return (long long)rint(x);
}

//@ llround
double round(double);

long long llround(double x)
{
    return (long long)round(x);
}

//@ modf
double trunc(double);
double copysign(double, double);

double modf(double x, double *whole)
{
    double t = trunc(x);
    *whole = t;
    return copysign(x - x != 0 && x == x ? 0 : x - t, x);
}
