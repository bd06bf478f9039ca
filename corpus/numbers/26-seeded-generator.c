// rand_r is a function of its seed.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    unsigned a = 7, b = 7;
    assert(rand_r(&a) == rand_r(&b) && a == b);
    srand(1);
    assert(rand() >= 0);
    return 0;
}
