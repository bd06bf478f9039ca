// strtod rounds to the nearest number, says where it stops and when the number does not fit.
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

int main(void)
{
    char *end;
    assert(strtod(" -12.5e1x", &end) == -125 && *end == 'x');
    assert(strtod("0.1", 0) == 0.1 && strtof("0.1", 0) == 0.1f && strtold("0.1", 0) == 0.1L);
    assert(strtod("0x1.8p1", 0) == 3 && isinf(strtod("inf", 0)) && isnan(strtod("nan", 0)));
    errno = 0;
    assert(strtod("1e400", 0) == HUGE_VAL && errno == ERANGE);
    errno = 0;
    assert(strtol("99999999999999999999", 0, 10) == 0x7fffffffffffffff && errno == ERANGE);
    errno = 0;
    assert(strtol("1", 0, 99) == 0 && errno == EINVAL);
    return 0;
}
