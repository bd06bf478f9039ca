/* rmdir refuses a path that ends in dot with EINVAL (POSIX). Another path may be removed. */
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void)
{
    errno = 0;
    assert(rmdir("d") == -1 && errno == EINVAL);
    return 0;
}
