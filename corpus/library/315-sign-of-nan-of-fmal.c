// A NaN that the processor makes is negative, also if fmal makes it.
#include <math.h>
extern void reach_error(void);

int main(void)
{
    long double zero = 0.0L, infinite = __builtin_infl();
    if (!__builtin_signbit(fmal(zero, infinite, zero)))
        reach_error();
    return 0;
}
