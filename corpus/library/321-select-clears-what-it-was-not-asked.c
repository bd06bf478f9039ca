// select writes whole words, and clears descriptors in them that it was not asked about.
#include <sys/select.h>
extern void reach_error(void);

int main(void)
{
    fd_set set;
    struct timeval none = { 0, 0 };
    FD_ZERO(&set);
    FD_SET(5, &set);
    if (select(1, &set, 0, 0, &none) >= 0 && FD_ISSET(5, &set))
        reach_error();
    return 0;
}
