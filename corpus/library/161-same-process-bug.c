/* The number of the process is the same at every call, but nobody knows which.  FALSE. */
#include <assert.h>
#include <unistd.h>

int main(void)
{
    pid_t process = getpid();
    assert(process == getpid());
    assert(process != 4711);
    return 0;
}
