/* A monotonic clock does not go back.  TRUE. */
#include <assert.h>
#include <time.h>

int main(void)
{
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    clock_gettime(CLOCK_MONOTONIC, &after);
    assert(after.tv_sec >= before.tv_sec);
    return 0;
}
