/* An event descriptor counts: 3 and 4 are read as 7, and then it is empty. */
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
        assert(value == 7);
    return 0;
}
