/* A destructor that sets the value again is called again, up to PTHREAD_DESTRUCTOR_ITERATIONS times (4 on Linux).
   It is not called once only. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

pthread_key_t key;
int calls;

void destroy(void *value)
{
    calls++;
    pthread_setspecific(key, value);
}

void *worker(void *arg)
{
    pthread_setspecific(key, &calls);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_key_create(&key, destroy);
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(calls == 1);
    return 0;
}
