/* The handlers of atexit run in the thread that ends last. Main ended without the mutex that the handler wants: no deadlock. */
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void handler(void)
{
    pthread_mutex_lock(&mutex);
}

void *worker(void *arg)
{
    return 0;
}

int main(void)
{
    pthread_t t;
    atexit(handler);
    pthread_create(&t, 0, worker, 0);
    pthread_detach(t);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_exit(0);
}
