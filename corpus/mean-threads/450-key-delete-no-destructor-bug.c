/* pthread_key_delete runs no destructor, and afterwards the thread's end does not either. A new key has the value null in all threads.
   Here the new key has the destructor again, and a value. */
#include <assert.h>
#include <pthread.h>

pthread_key_t key;

void destroy(void *value)
{
    assert(0);
}

void *worker(void *arg)
{
    pthread_setspecific(key, arg);
    assert(pthread_key_delete(key) == 0);
    assert(pthread_key_create(&key, destroy) == 0);
    assert(pthread_getspecific(key) == 0);
    pthread_setspecific(key, arg);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_key_create(&key, destroy);
    pthread_create(&t, 0, worker, &key);
    pthread_join(t, 0);
    return 0;
}
