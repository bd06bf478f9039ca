// A thread that lets go of its lock before it ends leaves it free for the only one who is left.

#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *lets_go(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, lets_go, 0);
    pthread_join(thread, 0);
    assert(pthread_mutex_trylock(&mutex) == 0);
    return 0;
}
