/* lseek refuses an unknown whence: EINVAL, or ESPIPE for what cannot seek.  */
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    int d = open("x", O_RDWR);
    if (d != -1)
        assert(lseek(d, 0, 99) == -1);
    return 0;
}
