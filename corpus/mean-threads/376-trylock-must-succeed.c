/* pthread_mutex_trylock orders like lock when it returns 0. The worker writes only then. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int data;

void *worker(void *arg)
{
    if (pthread_mutex_trylock(&mutex) == 0)
        data = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    if (pthread_mutex_trylock(&mutex) == 0) {
        data = 2;
        pthread_mutex_unlock(&mutex);
    }
    pthread_join(t, 0);
    return 0;
}
