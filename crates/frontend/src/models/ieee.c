// math.h: the functions whose result IEEE 754 fixes to the last bit, as far as the machine computes them, and what a number is.
// EDOM is 33, ERANGE is 34.

//@ sqrt
double __raddle_sqrt(double);
int *__errno_location(void);

double sqrt(double x)
{
    if (x < 0) {
        *__errno_location() = 33;
        return (x - x) / (x - x);
    }
    if (x != x)
        return x + x;
    return __raddle_sqrt(x);
}

//@ fmod
double __raddle_fmod(double, double);
int *__errno_location(void);

double fmod(double x, double y)
{
    if (x != x || y != y)
        return x * y;
    if (x - x != 0 || y == 0) {
        *__errno_location() = 33;
        return (x * y) / (x * y);
    }
    return __raddle_fmod(x, y);
}

//@ remainder
double __raddle_remainder(double, double);
int *__errno_location(void);

double remainder(double x, double y)
{
    if (x != x || y != y)
        return x * y;
    if (x - x != 0 || y == 0) {
        *__errno_location() = 33;
        return (x * y) / (x * y);
    }
    return __raddle_remainder(x, y);
}

//@ drem
double remainder(double, double);

double drem(double x, double y)
{
    return remainder(x, y);
}

//@ fma
double __raddle_fma(double, double, double);

double fma(double x, double y, double z)
{
    return __raddle_fma(x, y, z);
}

//@ fmin
double fmin(double x, double y)
{
    if (x != x && y != y)
        return x + y;
    if (x != x)
        return y;
    return y < x ? y : x;
}

//@ fmax
double fmax(double x, double y)
{
    if (x != x && y != y)
        return x + y;
    if (x != x)
        return y;
    return y > x ? y : x;
}

//@ fdim
int *__errno_location(void);

double fdim(double x, double y)
{
    double z;
    if (x <= y)
        return 0;
    z = x - y;
    if (z - z != 0 && x - x == 0 && y - y == 0)
        *__errno_location() = 34;
    return z;
}

//@ nextafter
double __raddle_nextafter(double, double);
int *__errno_location(void);

double nextafter(double x, double y)
{
    double z;
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    z = __raddle_nextafter(x, y);
    if (z - z != 0 && x - x == 0 || x != 0 && z < 2.2250738585072014e-308 && z > -2.2250738585072014e-308)
        *__errno_location() = 34;
    return z;
}

//@ ldexp
double __raddle_scale(double, int);
int *__errno_location(void);

double ldexp(double x, int n)
{
    double z;
    if (x - x != 0 || x == 0)
        return x + x;
    z = __raddle_scale(x, n);
    if (z - z != 0 || z == 0)
        *__errno_location() = 34;
    return z;
}

//@ scalbn
double __raddle_scale(double, int);
int *__errno_location(void);

double scalbn(double x, int n)
{
    double z;
    if (x - x != 0 || x == 0)
        return x + x;
    z = __raddle_scale(x, n);
    if (z - z != 0 || z == 0)
        *__errno_location() = 34;
    return z;
}

//@ scalbln
double __raddle_scale(double, int);
int *__errno_location(void);

double scalbln(double x, long n)
{
    double z;
    int by = n > 70000 ? 70000 : n < -70000 ? -70000 : (int)n;
    if (x - x != 0 || x == 0)
        return x + x;
    z = __raddle_scale(x, by);
    if (z - z != 0 || z == 0)
        *__errno_location() = 34;
    return z;
}

//@ ilogb
int __raddle_exponent(double);
int *__errno_location(void);

int ilogb(double x)
{
    if (x == 0 || x - x != 0) {
        *__errno_location() = 33;
        return x == x && x != 0 ? 0x7fffffff : -0x7fffffff - 1;
    }
    return __raddle_exponent(x);
}

//@ logb
int __raddle_exponent(double);

double logb(double x)
{
    if (x == 0)
        return -1 / (x * x);
    if (x - x != 0)
        return x * x;
    return __raddle_exponent(x);
}

//@ frexp
int __raddle_exponent(double);
double __raddle_scale(double, int);

double frexp(double x, int *exponent)
{
    int n;
    if (x == 0 || x - x != 0) {
        *exponent = 0;
        return x + x;
    }
    n = __raddle_exponent(x) + 1;
    *exponent = n;
    return __raddle_scale(x, -n);
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

//@ nearbyint
double rint(double);

double nearbyint(double x)
{
    return rint(x);
}

//@ lrint
double rint(double);
void __raddle_unsupported(const char *);

long lrint(double x)
{
    double whole = rint(x);
    if (!(whole >= -(double)((unsigned long)-1 / 2 + 1) && whole < (double)((unsigned long)-1 / 2 + 1)))
        __raddle_unsupported("a number that does not fit the result of lrint");
    return (long)whole;
}

//@ llrint
double rint(double);
void __raddle_unsupported(const char *);

long long llrint(double x)
{
    double whole = rint(x);
    if (!(whole >= -(double)((unsigned long long)-1 / 2 + 1) && whole < (double)((unsigned long long)-1 / 2 + 1)))
        __raddle_unsupported("a number that does not fit the result of llrint");
    return (long long)whole;
}

//@ lround
double round(double);
void __raddle_unsupported(const char *);

long lround(double x)
{
    double whole = round(x);
    if (!(whole >= -(double)((unsigned long)-1 / 2 + 1) && whole < (double)((unsigned long)-1 / 2 + 1)))
        __raddle_unsupported("a number that does not fit the result of lround");
    return (long)whole;
}

//@ llround
double round(double);
void __raddle_unsupported(const char *);

long long llround(double x)
{
    double whole = round(x);
    if (!(whole >= -(double)((unsigned long long)-1 / 2 + 1) && whole < (double)((unsigned long long)-1 / 2 + 1)))
        __raddle_unsupported("a number that does not fit the result of llround");
    return (long long)whole;
}

//@ nan
void __raddle_unsupported(const char *);

double nan(const char *tag)
{
    if (*tag)
        __raddle_unsupported("a NaN with a tag in a text");
    {
        // The quotient has its sign set.
        double zero = *tag;
        return -(zero / zero);
    }
}

//@ sqrtf
float __raddle_sqrtf(float);
int *__errno_location(void);

float sqrtf(float x)
{
    if (x < 0) {
        *__errno_location() = 33;
        return (x - x) / (x - x);
    }
    if (x != x)
        return x + x;
    return __raddle_sqrtf(x);
}

//@ fmodf
float __raddle_fmodf(float, float);
int *__errno_location(void);

float fmodf(float x, float y)
{
    if (x != x || y != y)
        return x * y;
    if (x - x != 0 || y == 0) {
        *__errno_location() = 33;
        return (x * y) / (x * y);
    }
    return __raddle_fmodf(x, y);
}

//@ remainderf
float __raddle_remainderf(float, float);
int *__errno_location(void);

float remainderf(float x, float y)
{
    if (x != x || y != y)
        return x * y;
    if (x - x != 0 || y == 0) {
        *__errno_location() = 33;
        return (x * y) / (x * y);
    }
    return __raddle_remainderf(x, y);
}

//@ dremf
float remainderf(float, float);

float dremf(float x, float y)
{
    return remainderf(x, y);
}

//@ fmaf
float __raddle_fmaf(float, float, float);

float fmaf(float x, float y, float z)
{
    return __raddle_fmaf(x, y, z);
}

//@ fminf
float fminf(float x, float y)
{
    if (x != x && y != y)
        return x + y;
    if (x != x)
        return y;
    return y < x ? y : x;
}

//@ fmaxf
float fmaxf(float x, float y)
{
    if (x != x && y != y)
        return x + y;
    if (x != x)
        return y;
    return y > x ? y : x;
}

//@ fdimf
int *__errno_location(void);

float fdimf(float x, float y)
{
    float z;
    if (x <= y)
        return 0;
    z = x - y;
    if (z - z != 0 && x - x == 0 && y - y == 0)
        *__errno_location() = 34;
    return z;
}

//@ nextafterf
float __raddle_nextafterf(float, float);
int *__errno_location(void);

float nextafterf(float x, float y)
{
    float z;
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    z = __raddle_nextafterf(x, y);
    if (z - z != 0 && x - x == 0 || x != 0 && z < 1.17549435e-38f && z > -1.17549435e-38f)
        *__errno_location() = 34;
    return z;
}

//@ ldexpf
float __raddle_scalef(float, int);
int *__errno_location(void);

float ldexpf(float x, int n)
{
    float z;
    if (x - x != 0 || x == 0)
        return x + x;
    z = __raddle_scalef(x, n);
    if (z - z != 0 || z == 0)
        *__errno_location() = 34;
    return z;
}

//@ scalbnf
float __raddle_scalef(float, int);
int *__errno_location(void);

float scalbnf(float x, int n)
{
    float z;
    if (x - x != 0 || x == 0)
        return x + x;
    z = __raddle_scalef(x, n);
    if (z - z != 0 || z == 0)
        *__errno_location() = 34;
    return z;
}

//@ scalblnf
float __raddle_scalef(float, int);
int *__errno_location(void);

float scalblnf(float x, long n)
{
    float z;
    int by = n > 70000 ? 70000 : n < -70000 ? -70000 : (int)n;
    if (x - x != 0 || x == 0)
        return x + x;
    z = __raddle_scalef(x, by);
    if (z - z != 0 || z == 0)
        *__errno_location() = 34;
    return z;
}

//@ ilogbf
int __raddle_exponentf(float);
int *__errno_location(void);

int ilogbf(float x)
{
    if (x == 0 || x - x != 0) {
        *__errno_location() = 33;
        return x == x && x != 0 ? 0x7fffffff : -0x7fffffff - 1;
    }
    return __raddle_exponentf(x);
}

//@ logbf
int __raddle_exponentf(float);

float logbf(float x)
{
    if (x == 0)
        return -1 / (x * x);
    if (x - x != 0)
        return x * x;
    return __raddle_exponentf(x);
}

//@ frexpf
int __raddle_exponentf(float);
float __raddle_scalef(float, int);

float frexpf(float x, int *exponent)
{
    int n;
    if (x == 0 || x - x != 0) {
        *exponent = 0;
        return x + x;
    }
    n = __raddle_exponentf(x) + 1;
    *exponent = n;
    return __raddle_scalef(x, -n);
}

//@ modff
float truncf(float);
float copysignf(float, float);

float modff(float x, float *whole)
{
    float t = truncf(x);
    *whole = t;
    return copysignf(x - x != 0 && x == x ? 0 : x - t, x);
}

//@ rintf
float __raddle_rintf(float);

float rintf(float x)
{
    if (x - x != 0)
        return x + x;
    return __raddle_rintf(x);
}

//@ nearbyintf
float rintf(float);

float nearbyintf(float x)
{
    return rintf(x);
}

//@ lrintf
float rintf(float);
void __raddle_unsupported(const char *);

long lrintf(float x)
{
    float whole = rintf(x);
    if (!(whole >= -(float)((unsigned long)-1 / 2 + 1) && whole < (float)((unsigned long)-1 / 2 + 1)))
        __raddle_unsupported("a number that does not fit the result of lrintf");
    return (long)whole;
}

//@ llrintf
float rintf(float);
void __raddle_unsupported(const char *);

long long llrintf(float x)
{
    float whole = rintf(x);
    if (!(whole >= -(float)((unsigned long long)-1 / 2 + 1) && whole < (float)((unsigned long long)-1 / 2 + 1)))
        __raddle_unsupported("a number that does not fit the result of llrintf");
    return (long long)whole;
}

//@ lroundf
float roundf(float);
void __raddle_unsupported(const char *);

long lroundf(float x)
{
    float whole = roundf(x);
    if (!(whole >= -(float)((unsigned long)-1 / 2 + 1) && whole < (float)((unsigned long)-1 / 2 + 1)))
        __raddle_unsupported("a number that does not fit the result of lroundf");
    return (long)whole;
}

//@ llroundf
float roundf(float);
void __raddle_unsupported(const char *);

long long llroundf(float x)
{
    float whole = roundf(x);
    if (!(whole >= -(float)((unsigned long long)-1 / 2 + 1) && whole < (float)((unsigned long long)-1 / 2 + 1)))
        __raddle_unsupported("a number that does not fit the result of llroundf");
    return (long long)whole;
}

//@ nanf
void __raddle_unsupported(const char *);

float nanf(const char *tag)
{
    if (*tag)
        __raddle_unsupported("a NaN with a tag in a text");
    {
        // The quotient has its sign set.
        float zero = *tag;
        return -(zero / zero);
    }
}

//@ sqrtl
long double __raddle_sqrtl(long double);
int *__errno_location(void);

long double sqrtl(long double x)
{
    if (x < 0) {
        *__errno_location() = 33;
        return (x - x) / (x - x);
    }
    if (x != x)
        return x + x;
    return __raddle_sqrtl(x);
}

//@ fmodl
long double __raddle_fmodl(long double, long double);
int *__errno_location(void);

long double fmodl(long double x, long double y)
{
    if (x != x || y != y)
        return x * y;
    if (x - x != 0 || y == 0) {
        *__errno_location() = 33;
        return (x * y) / (x * y);
    }
    return __raddle_fmodl(x, y);
}

//@ remainderl
long double __raddle_remainderl(long double, long double);
int *__errno_location(void);

long double remainderl(long double x, long double y)
{
    if (x != x || y != y)
        return x * y;
    if (x - x != 0 || y == 0) {
        *__errno_location() = 33;
        return (x * y) / (x * y);
    }
    return __raddle_remainderl(x, y);
}

//@ dreml
long double remainderl(long double, long double);

long double dreml(long double x, long double y)
{
    return remainderl(x, y);
}

//@ fmal
long double __raddle_fmal(long double, long double, long double);

long double fmal(long double x, long double y, long double z)
{
    // Infinities and NaNs are as in the two operations, so that a NaN has the sign that the processor gives it.
    if (x - x != 0 || y - y != 0)
        return x * y + z;
    if (z - z != 0)
        return z + z;
    return __raddle_fmal(x, y, z);
}

//@ fminl
long double fminl(long double x, long double y)
{
    if (x != x && y != y)
        return x + y;
    if (x != x)
        return y;
    return y < x ? y : x;
}

//@ fmaxl
long double fmaxl(long double x, long double y)
{
    if (x != x && y != y)
        return x + y;
    if (x != x)
        return y;
    return y > x ? y : x;
}

//@ fdiml
int *__errno_location(void);

long double fdiml(long double x, long double y)
{
    long double z;
    if (x <= y)
        return 0;
    z = x - y;
    if (z - z != 0 && x - x == 0 && y - y == 0)
        *__errno_location() = 34;
    return z;
}

//@ nextafterl
long double __raddle_nextafterl(long double, long double);
int *__errno_location(void);

long double nextafterl(long double x, long double y)
{
    long double z;
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    z = __raddle_nextafterl(x, y);
    if (z - z != 0 && x - x == 0 || x != 0 && z < 3.36210314311209350626e-4932L && z > -3.36210314311209350626e-4932L)
        *__errno_location() = 34;
    return z;
}

//@ ldexpl
long double __raddle_scalel(long double, int);
int *__errno_location(void);

long double ldexpl(long double x, int n)
{
    long double z;
    if (x - x != 0 || x == 0)
        return x + x;
    z = __raddle_scalel(x, n);
    if (z - z != 0 || z == 0)
        *__errno_location() = 34;
    return z;
}

//@ scalbnl
long double __raddle_scalel(long double, int);
int *__errno_location(void);

long double scalbnl(long double x, int n)
{
    long double z;
    if (x - x != 0 || x == 0)
        return x + x;
    z = __raddle_scalel(x, n);
    if (z - z != 0 || z == 0)
        *__errno_location() = 34;
    return z;
}

//@ scalblnl
long double __raddle_scalel(long double, int);
int *__errno_location(void);

long double scalblnl(long double x, long n)
{
    long double z;
    int by = n > 70000 ? 70000 : n < -70000 ? -70000 : (int)n;
    if (x - x != 0 || x == 0)
        return x + x;
    z = __raddle_scalel(x, by);
    if (z - z != 0 || z == 0)
        *__errno_location() = 34;
    return z;
}

//@ ilogbl
int __raddle_exponentl(long double);
int *__errno_location(void);

int ilogbl(long double x)
{
    if (x == 0 || x - x != 0) {
        *__errno_location() = 33;
        return x == x && x != 0 ? 0x7fffffff : -0x7fffffff - 1;
    }
    return __raddle_exponentl(x);
}

//@ logbl
int __raddle_exponentl(long double);

long double logbl(long double x)
{
    if (x == 0)
        return -1 / (x * x);
    if (x - x != 0)
        return x * x;
    return __raddle_exponentl(x);
}

//@ frexpl
int __raddle_exponentl(long double);
long double __raddle_scalel(long double, int);

long double frexpl(long double x, int *exponent)
{
    int n;
    if (x == 0 || x - x != 0) {
        *exponent = 0;
        return x + x;
    }
    n = __raddle_exponentl(x) + 1;
    *exponent = n;
    return __raddle_scalel(x, -n);
}

//@ modfl
long double truncl(long double);
long double copysignl(long double, long double);

long double modfl(long double x, long double *whole)
{
    long double t = truncl(x);
    *whole = t;
    return copysignl(x - x != 0 && x == x ? 0 : x - t, x);
}

//@ rintl
long double __raddle_rintl(long double);

long double rintl(long double x)
{
    if (x - x != 0)
        return x + x;
    return __raddle_rintl(x);
}

//@ roundl
long double __raddle_roundl(long double);

long double roundl(long double x)
{
    if (x - x != 0)
        return x + x;
    return __raddle_roundl(x);
}

//@ floorl
long double __raddle_floorl(long double);

long double floorl(long double x)
{
    if (x - x != 0)
        return x + x;
    return __raddle_floorl(x);
}

//@ ceill
long double __raddle_ceill(long double);

long double ceill(long double x)
{
    if (x - x != 0)
        return x + x;
    return __raddle_ceill(x);
}

//@ truncl
long double __raddle_truncl(long double);

long double truncl(long double x)
{
    if (x - x != 0)
        return x + x;
    return __raddle_truncl(x);
}

//@ nearbyintl
long double rintl(long double);

long double nearbyintl(long double x)
{
    return rintl(x);
}

//@ lrintl
long double rintl(long double);
void __raddle_unsupported(const char *);

long lrintl(long double x)
{
    long double whole = rintl(x);
    if (!(whole >= -(long double)((unsigned long)-1 / 2 + 1) && whole < (long double)((unsigned long)-1 / 2 + 1)))
        __raddle_unsupported("a number that does not fit the result of lrintl");
    return (long)whole;
}

//@ llrintl
long double rintl(long double);
void __raddle_unsupported(const char *);

long long llrintl(long double x)
{
    long double whole = rintl(x);
    if (!(whole >= -(long double)((unsigned long long)-1 / 2 + 1) && whole < (long double)((unsigned long long)-1 / 2 + 1)))
        __raddle_unsupported("a number that does not fit the result of llrintl");
    return (long long)whole;
}

//@ lroundl
long double roundl(long double);
void __raddle_unsupported(const char *);

long lroundl(long double x)
{
    long double whole = roundl(x);
    if (!(whole >= -(long double)((unsigned long)-1 / 2 + 1) && whole < (long double)((unsigned long)-1 / 2 + 1)))
        __raddle_unsupported("a number that does not fit the result of lroundl");
    return (long)whole;
}

//@ llroundl
long double roundl(long double);
void __raddle_unsupported(const char *);

long long llroundl(long double x)
{
    long double whole = roundl(x);
    if (!(whole >= -(long double)((unsigned long long)-1 / 2 + 1) && whole < (long double)((unsigned long long)-1 / 2 + 1)))
        __raddle_unsupported("a number that does not fit the result of llroundl");
    return (long long)whole;
}

//@ nanl
void __raddle_unsupported(const char *);

long double nanl(const char *tag)
{
    if (*tag)
        __raddle_unsupported("a NaN with a tag in a text");
    {
        // The quotient has its sign set.
        long double zero = *tag;
        return -(zero / zero);
    }
}

//@ fabsl
int __signbitl(long double);

long double fabsl(long double x)
{
    return __signbitl(x) ? -x : x;
}

//@ copysignl
int __signbitl(long double);

long double copysignl(long double x, long double y)
{
    return !__signbitl(x) == !__signbitl(y) ? x : -x;
}
