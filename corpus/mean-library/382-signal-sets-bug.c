/* Sets of signals: an invalid number is -1 with EINVAL, a full set has all valid ones. A signal that was taken out is not in it. */
#include <assert.h>
#include <errno.h>
#include <signal.h>

int main(void)
{
    sigset_t s;
    sigfillset(&s);
    assert(sigismember(&s, SIGTERM) == 1);
    sigdelset(&s, SIGTERM);
    assert(sigismember(&s, SIGTERM) == 1);
    errno = 0;
    assert(sigaddset(&s, 9999) == -1 && errno == EINVAL);
    return 0;
}
