/* An assertion that fails calls abort, and the handler of SIGABRT runs while the other thread goes on.
   Both access an atomic variable. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

_Atomic int shared;

void handler(int number)
{
    shared = 1;
}

void *worker(void *arg)
{
    shared = 2;
    return 0;
}

int main(void)
{
    pthread_t thread;
    signal(SIGABRT, handler);
    pthread_create(&thread, 0, worker, 0);
    assert(0);
}
