/* rmdir refuses a path that ends in dot (POSIX); with EINVAL, or with EACCES where the folder may not be searched. */
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void)
{
    errno = 0;
    assert(rmdir(".") == -1 && (errno == EINVAL || errno == EACCES));
    return 0;
}
