// A thread that ends keeps its lock for ever, also after it was joined: nobody else is there, and still the lock is not free.

#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *keeps(void *argument)
{
    pthread_mutex_lock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, keeps, 0);
    pthread_join(thread, 0);
    assert(pthread_mutex_trylock(&mutex) == 0);
    return 0;
}
