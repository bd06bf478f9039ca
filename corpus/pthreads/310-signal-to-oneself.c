/* pthread_kill to the calling thread runs the handler before it returns, in that thread.
   The other thread has not run it. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

__thread int runs;

void handler(int number)
{
    runs++;
}

void *worker(void *arg)
{
    assert(pthread_kill(pthread_self(), SIGUSR1) == 0);
    assert(runs == 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    signal(SIGUSR1, handler);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(runs == 0);
    return 0;
}
