/* A destructor is not called for a value that is null when the thread ends. The worker leaves
   a value, so the destructor writes the global: a race with main. */
#include <pthread.h>

pthread_key_t key;
int destroyed;

void destroy(void *value)
{
    destroyed = 1;
}

void *worker(void *arg)
{
    pthread_setspecific(key, 0);
    pthread_setspecific(key, &key);
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
