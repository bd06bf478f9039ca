/* signal returns the handler that was there before (C11 7.14.1.1).  */
#include <assert.h>
#include <signal.h>

int main(void)
{
    signal(SIGHUP, SIG_DFL);
    assert(signal(SIGHUP, SIG_IGN) == SIG_DFL);
    assert(signal(SIGHUP, SIG_DFL) == SIG_IGN);
    return 0;
}
