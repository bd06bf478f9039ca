/* What is the same at every call: the number of the process, in every thread; the number of
 * a thread, which in main is that of the process; users and groups.  TRUE. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pid_t seen;

static void *worker(void *arg)
{
    seen = getpid();
    assert(gettid() == gettid());
    return arg;
}

int main(void)
{
    pthread_t thread;
    pid_t process = getpid();
    assert(process > 0 && process == getpid() && process == gettid());
    assert(getuid() == getuid() && getegid() == getegid());
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(seen == process);
    return 0;
}
