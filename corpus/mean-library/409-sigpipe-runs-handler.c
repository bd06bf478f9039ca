/* Who writes to a pipe that nobody reads gets SIGPIPE, which is ignored here: write fails. */
#include <assert.h>
#include <signal.h>
#include <unistd.h>

int calls;

void handler(int number)
{
    calls++;
}

int main(void)
{
    int ends[2];
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, 0);
    signal(SIGPIPE, handler);
    signal(SIGPIPE, SIG_IGN);
    if (pipe(ends) != 0)
        return 0;
    close(ends[0]);
    if (write(ends[1], "a", 1) == -1)
        assert(calls == 0);
    return 0;
}
