/* float and double arithmetic on values that are exact in binary, plus the classic
 * inexact ones: float rounds to 24 bits, double to 53; comparison, infinity and NaN. */
#include <assert.h>
#include <float.h>

static double half(double x) { return x / 2; }
static float third(float x) { return x / 3; }

static double power(double b, int n)
{
    double r = 1;
    while (n-- > 0)
        r *= b;
    return r;
}

int main(void)
{
    float f = 16777216.0f;              /* 2^24 */
    double d = 9007199254740992.0;      /* 2^53 */
    double zero = 0, inf, nan;

    assert(0.5 + 0.25 == 0.75);
    assert(half(3) == 1.5 && half(-1) == -0.5);
    assert((float)(f + 1) == f && f + 2 == 16777218.0f);
    assert(d + 1 == d && d + 2 > d);
    assert(0.1f != 0.1);
    assert(0.1 + 0.2 != 0.3);
    assert(0.1 + 0.2 > 0.3);
    assert(third(1) != 1.0 / 3.0);
    assert(power(2, 10) == 1024 && power(0.5, 3) == 0.125);
    assert(-7.0 / 2.0 == -3.5);
    assert(1e3 == 1000 && 0x1.8p1 == 3.0 && 1.5e-1f == 0.15f);

    inf = 1 / zero;
    nan = inf - inf;
    assert(inf > DBL_MAX && -inf < -DBL_MAX);
    assert(nan != nan && !(nan < 1) && !(nan >= 1) && !(nan == nan));
    assert(-zero == zero && 1 / -zero < 0);
    assert(sizeof(1.0f * 2) == 4 && sizeof(1.0f * 2.0) == 8 && sizeof(1 / 2.f) == 4);
    d = 1.25;
    d++;
    d *= 4;
    d -= 0.5f;
    assert(d == 8.5);
    assert(!0.0 && !!0.25 && (zero ? 1 : 2) == 2);
    return 0;
}
