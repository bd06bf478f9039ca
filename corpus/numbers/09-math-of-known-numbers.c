// What the C library computes for known arguments, and when it complains.
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void)
{
    double zero = 0;
    assert(pow(2, 3) == 8 && exp(zero) == 1 && sin(zero) == 0 && cos(zero) == 1 && log(1) == 0);
    assert(hypot(3, 4) == 5 && sqrt(2.25) == 1.5 && fmod(7, 3) == 1 && remainder(7, 4) == -1);
    errno = 0;
    assert(isinf(pow(zero, -1)) && errno == ERANGE);
    errno = 0;
    assert(isnan(sqrt(-1)) && errno == EDOM);
    errno = 0;
    assert(log(zero) == -INFINITY && errno == ERANGE);
    return 0;
}
