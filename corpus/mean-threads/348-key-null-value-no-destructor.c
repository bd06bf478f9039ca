/* A destructor is not called for a value that is null when the thread ends. The worker sets it back to null, so nobody writes the global. */
#include <pthread.h>

pthread_key_t key;
int destroyed;

void destroy(void *value)
{
    destroyed = 1;
}

void *worker(void *arg)
{
    pthread_setspecific(key, &key);
    pthread_setspecific(key, 0);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_key_create(&key, destroy);
    pthread_create(&t, 0, worker, 0);
    int d = destroyed;
    pthread_join(t, 0);
    return d;
}
