// What was used is never negative, and a fraction of a second is one.
#include <assert.h>
#include <errno.h>
#include <sys/resource.h>
#include <sys/times.h>

int main(void)
{
    struct rusage usage;
    struct tms used;
    assert(getrusage(RUSAGE_SELF, &usage) == 0);
    assert(usage.ru_utime.tv_usec >= 0 && usage.ru_utime.tv_usec < 1000000);
    assert(usage.ru_maxrss >= 0 && usage.ru_ixrss == 0);
    errno = 0;
    assert(getrusage(77, &usage) == -1 && errno == EINVAL);
    assert(times(&used) >= 0);
    assert(used.tms_utime >= 0);
    return 0;
}
