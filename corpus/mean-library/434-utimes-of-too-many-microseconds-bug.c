/* utimes may be EINVAL: there are no 2,000,000 microseconds in a second. */
#include <assert.h>
#include <errno.h>
#include <sys/time.h>
int main(void)
{
    struct timeval times[2] = { { 1, 2000000 }, { 1, 0 } };
    int result = utimes("file", times);
    assert(result == 0 || errno != EINVAL);
    return 0;
}
