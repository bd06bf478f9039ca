/* Output to a stream may be a cancellation point (POSIX 2.9.5.2), whether its result is used or not.
   The thread may end at one of the calls, and holds the mutex for ever. */
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
    pthread_mutex_lock(&mutex);
    fputs("a", stdout);
    putchar('b');
    fflush(stdout);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_cancel(thread);
    pthread_join(thread, 0);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}
