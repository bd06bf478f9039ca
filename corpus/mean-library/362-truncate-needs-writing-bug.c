/* ftruncate needs a descriptor that is open for writing (EBADF or EINVAL). Here it is. */
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    int d = open("x", O_RDWR);
    if (d != -1)
        assert(ftruncate(d, 0) == -1);
    return 0;
}
