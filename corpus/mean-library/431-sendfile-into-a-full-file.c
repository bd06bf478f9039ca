/* sendfile that fails gives -1 and an error number. */
#include <assert.h>
#include <errno.h>
#include <sys/sendfile.h>
int main(void)
{
    errno = 0;
    if (sendfile(1, 0, 0, 10) < 0)
        assert(errno != 0);
    return 0;
}
