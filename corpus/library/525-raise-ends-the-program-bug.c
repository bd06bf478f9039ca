/* A signal without a handler ends the program; nothing behind it happens, not even exit handlers run.
   Who started the program may have it ignore the signal. */
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
    raise(SIGTERM);
    assert(0);
    return 0;
}
