// signbit, isunordered and the other macros of math.h.
#include <assert.h>
#include <math.h>

int main(void)
{
    double nan = NAN, minus = -0.0, small = 1e-310;
    assert(signbit(minus) && !signbit(1.0f) && signbit(-1.0L));
    assert(isunordered(nan, 1) && !isunordered(1, 2) && !isgreater(nan, 1) && islessgreater(1, 2));
    assert(fpclassify(small) == FP_SUBNORMAL && !isnormal(small) && isnormal(1.0) && fpclassify(minus) == FP_ZERO);
    return 0;
}
