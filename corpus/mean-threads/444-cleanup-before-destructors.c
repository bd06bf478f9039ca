/* A thread that ends runs its cleanup handlers first, then the destructors of its thread-specific data (POSIX, pthread_exit). */
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int step;

void handler(void *arg)
{
    assert(step++ == 0);
    assert(pthread_getspecific(key) == &step);
}

void destroy(void *value)
{
    assert(step++ == 1);
    assert(pthread_getspecific(key) == 0);
}

void *worker(void *arg)
{
    pthread_setspecific(key, &step);
    pthread_cleanup_push(handler, 0);
    pthread_exit(0);
    pthread_cleanup_pop(0);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_key_create(&key, destroy);
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(step == 2);
    return 0;
}
