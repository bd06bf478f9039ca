/* sched_setaffinity that fails says why in errno.  FALSE. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <sched.h>

cpu_set_t set;

int main(void)
{
    errno = 0;
    if (sched_setaffinity(0, sizeof set, &set) == -1)
        assert(errno == 0);
    return 0;
}
