/* An event descriptor gives the sum of what was written, not the last number. */
#include <assert.h>
#include <errno.h>
#include <sys/eventfd.h>
int main(void)
{
    eventfd_t value = 0;
    int fd = eventfd(3, EFD_NONBLOCK);
    if (fd < 0 || eventfd_write(fd, 4) != 0)
        return 0;
    if (eventfd_read(fd, &value) == 0)
        assert(value == 4);
    return 0;
}
