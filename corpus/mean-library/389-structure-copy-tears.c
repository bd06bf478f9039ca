/* A structure is not copied at once: here a mutex keeps writer and reader apart. */
#include <assert.h>
#include <pthread.h>

struct pair {
    long a, b;
} shared;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
    struct pair one = {1, 1};
    pthread_mutex_lock(&mutex);
    shared = one;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&mutex);
    struct pair copy = shared;
    pthread_mutex_unlock(&mutex);
    assert(copy.a == copy.b);
    pthread_join(t, 0);
    return 0;
}
