// math.h: what kind of number a number is.

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

//@ isnanf
int isnanf(float x)
{
    return x != x;
}

//@ isinff
int isinff(float x)
{
    if (x == x && x - x != x - x)
        return x > 0 ? 1 : -1;
    return 0;
}

//@ finitef
int finitef(float x)
{
    return x - x == 0;
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

//@ isnanl
// gcc answers 1 by itself, unless it is told not to know library functions; glibc answers with a part of the number.
int __raddle_one_of(int, ...);

int isnanl(long double x)
{
    return x != x ? __raddle_one_of(1, 65535) : 0;
}

//@ isinfl
int isinfl(long double x)
{
    if (x == x && x - x != x - x)
        return x > 0 ? 1 : -1;
    return 0;
}

//@ finitel
int finitel(long double x)
{
    return x - x == 0;
}

//@ __isnanl
// Any number but 0 is right; glibc answers with a part of the number.
int __isnanl(long double x)
{
    return x != x ? 65535 : 0;
}

//@ __isinfl
int __isinfl(long double x)
{
    if (x == x && x - x != x - x)
        return x > 0 ? 1 : -1;
    return 0;
}

//@ __finitel
int __finitel(long double x)
{
    return x - x == 0;
}

//@ __fpclassifyl
int __fpclassifyl(long double x)
{
    if (x != x)
        return 0;
    if (x - x != 0)
        return 1;
    if (x == 0)
        return 2;
    return x < 3.36210314311209350626e-4932L && x > -3.36210314311209350626e-4932L ? 3 : 4;
}

//@ signbit signbitf signbitl __signbit __signbitf __signbitl
// Any number but zero says yes.
unsigned __raddle_nondet_unsigned_below(unsigned long);

int __signbit(double x)
{
    union { double value; unsigned long long bits; } u;
    u.value = x;
    return u.bits >> 63 ? (int)(1u + __raddle_nondet_unsigned_below(0xfffffffful)) : 0;
}

int __signbitf(float x)
{
    union { float value; unsigned int bits; } u;
    u.value = x;
    return u.bits >> 31 ? (int)(1u + __raddle_nondet_unsigned_below(0xfffffffful)) : 0;
}

int __signbitl(long double x)
{
    union { long double value; unsigned short parts[8]; } u;
    u.value = x;
    return u.parts[4] >> 15 ? (int)(1u + __raddle_nondet_unsigned_below(0xfffffffful)) : 0;
}

int signbit(double x)
{
    return __signbit(x);
}

int signbitf(float x)
{
    return __signbitf(x);
}

int signbitl(long double x)
{
    return __signbitl(x);
}
