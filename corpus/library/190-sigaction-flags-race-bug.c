/* sigaction reads the flags of the new action, which another thread is setting.  FALSE. */
#include <pthread.h>
#include <signal.h>

struct sigaction action;

void *set(void *unused)
{
    action.sa_flags = SA_RESTART;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, set, 0);
    sigaction(SIGINT, &action, 0);
    pthread_join(thread, 0);
    return 0;
}
