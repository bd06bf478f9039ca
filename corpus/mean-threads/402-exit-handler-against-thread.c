/* A handler of atexit runs in the thread that calls exit, while other threads go on. Main has joined the worker by then. */
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
    pthread_join(t, 0);
    return 0;
}
