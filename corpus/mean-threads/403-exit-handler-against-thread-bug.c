/* A handler of atexit runs in the thread that calls exit, while other threads go on. Main has not joined
   the worker: the handler's write races with the worker's. */
#include <pthread.h>
#include <stdlib.h>

int data;

void handler(void)
{
    data = 2;
}

void *worker(void *arg)
{
    data = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    atexit(handler);
    pthread_create(&t, 0, worker, 0);
    pthread_detach(t);
    return 0;
}
