/* ftruncate needs a descriptor that is open for writing (EBADF or EINVAL).  */
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    int d = open("x", O_RDONLY);
    if (d != -1)
        assert(ftruncate(d, 0) == -1);
    return 0;
}
