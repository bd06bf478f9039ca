/* utimes that fails gives -1. */
#include <assert.h>
#include <errno.h>
#include <sys/time.h>
int main(void)
{
    struct timeval times[2] = { { 1, 2000000 }, { 1, 0 } };
    int result = utimes("file", times);
    assert(result == 0 || result == -1);
    return 0;
}
