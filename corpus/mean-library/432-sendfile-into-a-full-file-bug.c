/* sendfile may fail because the file would become too large. */
#include <assert.h>
#include <errno.h>
#include <sys/sendfile.h>
int main(void)
{
    errno = 0;
    if (sendfile(1, 0, 0, 10) < 0)
        assert(errno != EFBIG);
    return 0;
}
