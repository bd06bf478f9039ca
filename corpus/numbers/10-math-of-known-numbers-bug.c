// A tenth has no finite expansion: three of them are not 0.3, and the cosine of 1 is not rational.
#include <assert.h>
#include <math.h>

int main(void)
{
    double tenth = 0.1;
    assert(fma(3, tenth, 0) == 0.3 && cos(1) * 2 == 1);
    return 0;
}
