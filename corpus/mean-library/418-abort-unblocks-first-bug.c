/* abort raises SIGABRT even if it is blocked, and its handler runs (C11 7.22.4.1; abort(3): it unblocks the signal first). */
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

void reach_error(void)
{
    _exit(1);
}

void handler(int number)
{
    reach_error();
}

int main(void)
{
    sigset_t all;
    signal(SIGABRT, handler);
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, 0);
    abort();
}
