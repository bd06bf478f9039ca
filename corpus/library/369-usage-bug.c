// Some time may have been used.
#include <assert.h>
#include <sys/resource.h>

int main(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    assert(usage.ru_utime.tv_sec == 0);
    return 0;
}
