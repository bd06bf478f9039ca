// A mutex that is not robust stays locked when its owner ends, even for a new thread in the place of the old one.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *dies(void *argument)
{
    pthread_mutex_lock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, dies, 0);
    pthread_join(a, 0);
    assert(pthread_mutex_trylock(&mutex) == EBUSY);
    pthread_create(&a, 0, dies, 0);
    pthread_join(a, 0);
    return 0;
}
