/* `main` is cancelled by the other thread, which is the last one then and runs the exit handlers.
   It has set the variable before. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

pthread_t first;
int done;

void handler(void)
{
    assert(done);
}

void *worker(void *arg)
{
    done = 1;
    pthread_cancel(first);
    return 0;
}

int main(void)
{
    pthread_t thread;
    first = pthread_self();
    atexit(handler);
    pthread_create(&thread, 0, worker, 0);
    for (;;)
        sleep(1);
}
