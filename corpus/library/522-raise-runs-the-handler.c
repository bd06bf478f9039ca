/* raise returns after the handler has (C11 7.14.2.1), and a second one runs it again.
   Two runs. */
#include <assert.h>
#include <errno.h>
#include <signal.h>

int runs;

void handler(int number)
{
    runs += number == SIGINT;
}

int main(void)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    assert(sigaction(SIGINT, &action, 0) == 0);
    assert(raise(SIGINT) == 0);
    assert(runs == 1);
    assert(raise(SIGINT) == 0);
    assert(runs == 2);
    assert(raise(0) == 0);
    errno = 0;
    assert(raise(-1) == -1 && errno == EINVAL);
    signal(SIGINT, SIG_IGN);
    assert(raise(SIGINT) == 0);
    return 0;
}
