/* signal refuses SIG_ERR as a handler, sigaction refuses to change what SIGKILL does, but tells it.  TRUE. */
#include <assert.h>
#include <errno.h>
#include <signal.h>

int main(void)
{
    struct sigaction action = {0};
    errno = 0;
    assert(signal(SIGINT, SIG_ERR) == SIG_ERR && errno == EINVAL);
    assert(signal(SIGINT, SIG_IGN) != SIG_ERR);
    assert(sigaction(SIGKILL, &action, 0) == -1 && sigaction(0, 0, 0) == -1);
    assert(sigaction(SIGKILL, 0, &action) == 0);
    return 0;
}
