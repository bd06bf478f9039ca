/* A signal without a handler ends the program; nothing behind it happens, not even exit handlers run.
   The action is the default. */
#include <assert.h>
#include <signal.h>
#include <stdlib.h>

void never(void)
{
    assert(0);
}

int main(void)
{
    atexit(never);
    signal(SIGTERM, SIG_DFL);
    raise(SIGTERM);
    assert(0);
    return 0;
}
