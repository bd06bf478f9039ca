/* A monotonic clock may show any time, and the fraction of a later one may be less.  FALSE. */
#include <time.h>

extern void reach_error(void);

int main(void)
{
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    clock_gettime(CLOCK_MONOTONIC, &after);
    if (before.tv_nsec == 900 && before.tv_sec > 3)
        if (after.tv_nsec == 800 && after.tv_sec > 4)
            reach_error();
    return 0;
}
