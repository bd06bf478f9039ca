/* Precise against abstract environment actions: the other thread doubles x, starting from 1, twice. An action
 * `x = *` forgets that x stays a power of two below 8; `x = x + x` keeps it. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int x = 1;

void *doubler(void *arg)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&mutex);
        x = x + x;
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

void *observer(void *arg)
{
    pthread_mutex_lock(&mutex);
    assert(x == 1 || x == 2 || x == 4);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t d, o;
    pthread_create(&d, NULL, doubler, NULL);
    pthread_create(&o, NULL, observer, NULL);
    pthread_join(d, NULL);
    pthread_join(o, NULL);
    return 0;
}
