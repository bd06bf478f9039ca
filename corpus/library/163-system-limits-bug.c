/* A terminal or not: if not, errno says why, and there are two reasons.  FALSE. */
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void)
{
    errno = 0;
    if (!isatty(0))
        assert(errno == ENOTTY);
    return 0;
}
