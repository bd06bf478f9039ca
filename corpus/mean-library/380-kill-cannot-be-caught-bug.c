/* SIGKILL and SIGSTOP cannot be caught or ignored (EINVAL), SIGTERM can. */
#include <assert.h>
#include <errno.h>
#include <signal.h>

int main(void)
{
    struct sigaction a = {0};
    errno = 0;
    assert(signal(SIGTERM, SIG_IGN) == SIG_ERR && errno == EINVAL);
    a.sa_handler = SIG_IGN;
    assert(sigaction(SIGSTOP, &a, 0) == -1);
    assert(sigaction(SIGKILL, 0, &a) == 0);
    return 0;
}
