/* The generator of lrand48 and relatives has one state for all threads, without a lock.
   Seeded while the thread draws. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg)
{
    assert(lrand48() >= 0);
    assert(mrand48() <= 0x7fffffff);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    srand48(7);
    pthread_join(thread, 0);
    return 0;
}
