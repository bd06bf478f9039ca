/* What the system says of itself: exact where Linux fixes it, with errno where a question
 * makes no sense.  TRUE. */
#include <assert.h>
#include <errno.h>
#include <sched.h>
#include <unistd.h>

int main(void)
{
    assert(sysconf(_SC_PAGESIZE) == 4096 && getpagesize() == 4096);
    assert(sysconf(_SC_NPROCESSORS_ONLN) >= 1);
    errno = 0;
    assert(sysconf(-5) == -1 && errno == EINVAL);
    assert(sched_get_priority_max(SCHED_FIFO) == 99 && sched_get_priority_min(SCHED_RR) == 1);
    assert(sched_get_priority_max(SCHED_OTHER) == 0 && sched_get_priority_min(SCHED_OTHER) == 0);
    errno = 0;
    assert(sched_get_priority_max(77) == -1 && errno == EINVAL);
    errno = 0;
    assert(isatty(-1) == 0 && errno == EBADF);
    return 0;
}
