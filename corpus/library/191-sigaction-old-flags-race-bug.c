/* sigaction writes the flags of the action before, which another thread is reading.  FALSE. */
#include <pthread.h>
#include <signal.h>

struct sigaction before;
int flags;

void *look(void *unused)
{
    flags = before.sa_flags;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, look, 0);
    sigaction(SIGINT, 0, &before);
    pthread_join(thread, 0);
    return 0;
}
