// The rounding that programs start with is to the nearest number, and setting it again is fine.
#include <assert.h>
#include <fenv.h>

int main(void)
{
    assert(fegetround() == FE_TONEAREST && fesetround(FE_TONEAREST) == 0 && fesetround(1) != 0);
    assert(feclearexcept(FE_ALL_EXCEPT) == 0);
    return 0;
}
