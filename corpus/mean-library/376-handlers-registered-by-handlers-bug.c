/* Handlers run in the opposite order of their registration; one that is registered by a handler runs next (C11 7.22.4.4 and POSIX).
   It does not run last. */
#include <assert.h>
#include <stdlib.h>

int step;

void last(void)
{
    assert(step == 1);
}

void added(void)
{
    assert(step++ == 1);
}

void first(void)
{
    step = 1;
    atexit(added);
}

int main(void)
{
    atexit(last);
    atexit(first);
    return 0;
}
