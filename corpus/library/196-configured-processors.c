/* How many processors there are stays the same; how many are on may change.  TRUE. */
#include <assert.h>
#include <unistd.h>

int main(void)
{
    long there = sysconf(_SC_NPROCESSORS_CONF);
    assert(there >= 1 && there == sysconf(_SC_NPROCESSORS_CONF));
    return 0;
}
