// math.h: the functions whose results the standard leaves to the library. The machine computes them as this system's C library does; what
// is said here is when they complain. EDOM is 33, ERANGE is 34.

//@ sin
double __raddle_sin(double);
int *__errno_location(void);

double sin(double x)
{
    double z = __raddle_sin(x);
    if (x == x && x - x != 0)
        *__errno_location() = 33;
    return z;
}

//@ sinf
float __raddle_sinf(float);
int *__errno_location(void);

float sinf(float x)
{
    float z = __raddle_sinf(x);
    if (x == x && x - x != 0)
        *__errno_location() = 33;
    return z;
}

//@ cos
double __raddle_cos(double);
int *__errno_location(void);

double cos(double x)
{
    double z = __raddle_cos(x);
    if (x == x && x - x != 0)
        *__errno_location() = 33;
    return z;
}

//@ cosf
float __raddle_cosf(float);
int *__errno_location(void);

float cosf(float x)
{
    float z = __raddle_cosf(x);
    if (x == x && x - x != 0)
        *__errno_location() = 33;
    return z;
}

//@ tan
double __raddle_tan(double);
int *__errno_location(void);

double tan(double x)
{
    double z = __raddle_tan(x);
    if (x == x && x - x != 0)
        *__errno_location() = 33;
    return z;
}

//@ tanf
float __raddle_tanf(float);
int *__errno_location(void);

float tanf(float x)
{
    float z = __raddle_tanf(x);
    if (x == x && x - x != 0)
        *__errno_location() = 33;
    return z;
}

//@ asin
double __raddle_asin(double);
int *__errno_location(void);

double asin(double x)
{
    double z = __raddle_asin(x);
    if (x > 1 || x < -1)
        *__errno_location() = 33;
    return z;
}

//@ asinf
float __raddle_asinf(float);
int *__errno_location(void);

float asinf(float x)
{
    float z = __raddle_asinf(x);
    if (x > 1 || x < -1)
        *__errno_location() = 33;
    return z;
}

//@ acos
double __raddle_acos(double);
int *__errno_location(void);

double acos(double x)
{
    double z = __raddle_acos(x);
    if (x > 1 || x < -1)
        *__errno_location() = 33;
    return z;
}

//@ acosf
float __raddle_acosf(float);
int *__errno_location(void);

float acosf(float x)
{
    float z = __raddle_acosf(x);
    if (x > 1 || x < -1)
        *__errno_location() = 33;
    return z;
}

//@ atan
double __raddle_atan(double);
int *__errno_location(void);

double atan(double x)
{
    double z = __raddle_atan(x);
    return z;
}

//@ atanf
float __raddle_atanf(float);
int *__errno_location(void);

float atanf(float x)
{
    float z = __raddle_atanf(x);
    return z;
}

//@ atan2
double __raddle_atan2(double, double);
int *__errno_location(void);

double atan2(double y, double x)
{
    double z = __raddle_atan2(y, x);
    if (z == 0 && y != 0 && x - x == 0)
        *__errno_location() = 34;
    return z;
}

//@ atan2f
float __raddle_atan2f(float, float);
int *__errno_location(void);

float atan2f(float y, float x)
{
    float z = __raddle_atan2f(y, x);
    if (z == 0 && y != 0 && x - x == 0)
        *__errno_location() = 34;
    return z;
}

//@ sinh
double __raddle_sinh(double);
int *__errno_location(void);

double sinh(double x)
{
    double z = __raddle_sinh(x);
    if (z - z != 0 && x - x == 0)
        *__errno_location() = 34;
    return z;
}

//@ sinhf
float __raddle_sinhf(float);
int *__errno_location(void);

float sinhf(float x)
{
    float z = __raddle_sinhf(x);
    if (z - z != 0 && x - x == 0)
        *__errno_location() = 34;
    return z;
}

//@ cosh
double __raddle_cosh(double);
int *__errno_location(void);

double cosh(double x)
{
    double z = __raddle_cosh(x);
    if (z - z != 0 && x - x == 0)
        *__errno_location() = 34;
    return z;
}

//@ coshf
float __raddle_coshf(float);
int *__errno_location(void);

float coshf(float x)
{
    float z = __raddle_coshf(x);
    if (z - z != 0 && x - x == 0)
        *__errno_location() = 34;
    return z;
}

//@ tanh
double __raddle_tanh(double);
int *__errno_location(void);

double tanh(double x)
{
    double z = __raddle_tanh(x);
    return z;
}

//@ tanhf
float __raddle_tanhf(float);
int *__errno_location(void);

float tanhf(float x)
{
    float z = __raddle_tanhf(x);
    return z;
}

//@ exp
double __raddle_exp(double);
int *__errno_location(void);

double exp(double x)
{
    double z = __raddle_exp(x);
    if ((z - z != 0 || z == 0) && x - x == 0)
        *__errno_location() = 34;
    return z;
}

//@ expf
float __raddle_expf(float);
int *__errno_location(void);

float expf(float x)
{
    float z = __raddle_expf(x);
    // Below the logarithm of the least number it complains, whether the result is zero or not.
    if ((z - z != 0 || x < -0x1.9d1d9ep6f) && x - x == 0)
        *__errno_location() = 34;
    return z;
}

//@ exp2
double __raddle_exp2(double);
int *__errno_location(void);

double exp2(double x)
{
    double z = __raddle_exp2(x);
    if ((z - z != 0 || z == 0) && x - x == 0)
        *__errno_location() = 34;
    return z;
}

//@ exp2f
float __raddle_exp2f(float);
int *__errno_location(void);

float exp2f(float x)
{
    float z = __raddle_exp2f(x);
    if ((z - z != 0 || x < -149) && x - x == 0)
        *__errno_location() = 34;
    return z;
}

//@ expm1
double __raddle_expm1(double);
int *__errno_location(void);

double expm1(double x)
{
    double z = __raddle_expm1(x);
    if (z - z != 0 && x - x == 0)
        *__errno_location() = 34;
    return z;
}

//@ expm1f
float __raddle_expm1f(float);
int *__errno_location(void);

float expm1f(float x)
{
    float z = __raddle_expm1f(x);
    if (z - z != 0 && x - x == 0)
        *__errno_location() = 34;
    return z;
}

//@ log
double __raddle_log(double);
int *__errno_location(void);

double log(double x)
{
    double z = __raddle_log(x);
    if (x == 0)
        *__errno_location() = 34;
    else if (x < 0)
        *__errno_location() = 33;
    return z;
}

//@ logf
float __raddle_logf(float);
int *__errno_location(void);

float logf(float x)
{
    float z = __raddle_logf(x);
    if (x == 0)
        *__errno_location() = 34;
    else if (x < 0)
        *__errno_location() = 33;
    return z;
}

//@ log2
double __raddle_log2(double);
int *__errno_location(void);

double log2(double x)
{
    double z = __raddle_log2(x);
    if (x == 0)
        *__errno_location() = 34;
    else if (x < 0)
        *__errno_location() = 33;
    return z;
}

//@ log2f
float __raddle_log2f(float);
int *__errno_location(void);

float log2f(float x)
{
    float z = __raddle_log2f(x);
    if (x == 0)
        *__errno_location() = 34;
    else if (x < 0)
        *__errno_location() = 33;
    return z;
}

//@ log10
double __raddle_log10(double);
int *__errno_location(void);

double log10(double x)
{
    double z = __raddle_log10(x);
    if (x == 0)
        *__errno_location() = 34;
    else if (x < 0)
        *__errno_location() = 33;
    return z;
}

//@ log10f
float __raddle_log10f(float);
int *__errno_location(void);

float log10f(float x)
{
    float z = __raddle_log10f(x);
    if (x == 0)
        *__errno_location() = 34;
    else if (x < 0)
        *__errno_location() = 33;
    return z;
}

//@ log1p
double __raddle_log1p(double);
int *__errno_location(void);

double log1p(double x)
{
    double z = __raddle_log1p(x);
    if (x == -1)
        *__errno_location() = 34;
    else if (x < -1)
        *__errno_location() = 33;
    return z;
}

//@ log1pf
float __raddle_log1pf(float);
int *__errno_location(void);

float log1pf(float x)
{
    float z = __raddle_log1pf(x);
    if (x == -1)
        *__errno_location() = 34;
    else if (x < -1)
        *__errno_location() = 33;
    return z;
}

//@ pow
double __raddle_pow(double, double);
int *__errno_location(void);

double pow(double x, double y)
{
    double z = __raddle_pow(x, y);
    if (x - x == 0 && y - y == 0) {
        if (z != z)
            *__errno_location() = 33;
        else if (z - z != 0 || x != 0 && z == 0)
            *__errno_location() = 34;
    }
    return z;
}

//@ powf
float __raddle_powf(float, float);
double __raddle_pow(double, double);
int *__errno_location(void);

float powf(float x, float y)
{
    float z = __raddle_powf(x, y);
    if (x - x == 0 && y - y == 0) {
        if (z != z)
            *__errno_location() = 33;
        else if (z - z != 0 || x != 0 && __raddle_pow(x < 0 ? -x : x, y) < 0x1p-149)
            *__errno_location() = 34;
    }
    return z;
}

//@ hypot
double __raddle_hypot(double, double);
int *__errno_location(void);

double hypot(double x, double y)
{
    double z = __raddle_hypot(x, y);
    if (z - z != 0 && x - x == 0 && y - y == 0)
        *__errno_location() = 34;
    return z;
}

//@ hypotf
float __raddle_hypotf(float, float);
int *__errno_location(void);

float hypotf(float x, float y)
{
    float z = __raddle_hypotf(x, y);
    if (z - z != 0 && x - x == 0 && y - y == 0)
        *__errno_location() = 34;
    return z;
}

//@ fesetround
// Only the rounding that programs start with is modelled.
void __raddle_unsupported(const char *);

int fesetround(int mode)
{
    if (mode & ~0xc00)
        return 1;
    if (mode)
        __raddle_unsupported("another rounding of floating-point numbers");
    return 0;
}
