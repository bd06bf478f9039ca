/* Destructors of thread-specific data run when the thread ends, before a join of it returns.
   Main reads before the join: a race with the destructor's write. */
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
    return 0;
}

int main(void)
{
    pthread_t t;
    int d;
    pthread_key_create(&key, destroy);
    pthread_create(&t, 0, worker, 0);
    d = destroyed;
    pthread_join(t, 0);
    return d;
}
