/* A function with the attribute destructor runs at the end of the last thread and locks a mutex.
   The thread has ended and holds it for ever. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

__attribute__((destructor)) void finish(void)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
}

void *worker(void *arg)
{
    pthread_mutex_lock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_exit(0);
}
