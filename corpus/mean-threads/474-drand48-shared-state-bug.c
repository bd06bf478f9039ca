/* drand48, lrand48 and relatives share one state without a lock (drand48(3): MT-Unsafe race:drand48; POSIX: need not be thread-safe).
   The two calls race. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
    ;
    long n = lrand48();
    ;
    return n < 0 ? arg : 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    ;
    srand48(7);
    ;
    pthread_join(t, 0);
    return 0;
}
