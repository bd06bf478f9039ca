/* A monotonic clock does not go back, so the first failure that is found is none. Later in the program two readings that
 * are equal are taken for an impossibility.  FALSE. */
#include <assert.h>
#include <time.h>

int main(void)
{
    struct timespec t;
    long early, late;
    int i;

    clock_gettime(CLOCK_MONOTONIC, &t);
    early = t.tv_sec;
    clock_gettime(CLOCK_MONOTONIC, &t);
    late = t.tv_sec;
    if (early == 9)
        assert(late != 8);
    for (i = 0; i < 6; i++)
        ;
    if (early == 5)
        assert(late != 5);
    return 0;
}
