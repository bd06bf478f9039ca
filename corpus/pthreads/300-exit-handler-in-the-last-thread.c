/* The end of the last thread is exit(0), called by that thread: an exit handler sees the thread-local variables of that thread.
   Both threads set theirs before they end. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

__thread int mine;

void handler(void)
{
    assert(mine == 1);
}

void *worker(void *arg)
{
    mine = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    atexit(handler);
    pthread_create(&thread, 0, worker, 0);
    mine = 1;
    pthread_exit(0);
}
