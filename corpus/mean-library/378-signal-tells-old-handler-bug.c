/* signal returns the handler that was there before (C11 7.14.1.1). What was there at the start is not known: SIGHUP may be ignored, as under nohup. */
#include <assert.h>
#include <signal.h>

int main(void)
{
    ;;
    assert(signal(SIGHUP, SIG_IGN) == SIG_DFL);
    assert(signal(SIGHUP, SIG_DFL) == SIG_IGN);
    return 0;
}
