/* The end of the last thread is exit(0), called by that thread: an exit handler sees the thread-local variables of that thread.
   `main` may be the last one, and has not set its own. */
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
    pthread_exit(0);
}
