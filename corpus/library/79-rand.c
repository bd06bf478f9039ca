/* rand returns some value between 0 and RAND_MAX (2147483647 with glibc): reduced to a
 * die it is always in range, whatever the seed. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int r, die;

    srand(1);
    r = rand();
    assert(r >= 0 && r <= RAND_MAX);
    die = rand() % 6 + 1;
    assert(die >= 1 && die <= 6);
    return 0;
}
