/* access refuses a mode that is not made of R_OK, W_OK and X_OK with EINVAL, whatever the path (POSIX: may; Linux: does). R_OK alone is fine. */
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void)
{
    errno = 0;
    assert(access("x", R_OK) == -1 && errno == EINVAL);
    return 0;
}
