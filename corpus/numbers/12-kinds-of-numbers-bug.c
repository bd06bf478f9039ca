// signbit is some number other than zero, which need not be one.
#include <assert.h>
#include <math.h>

int main(void)
{
    double minus = -1;
    assert(signbit(minus) == 1);
    return 0;
}
