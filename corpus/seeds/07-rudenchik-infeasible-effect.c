/* For the `simple` refiner: the path to the only dangerous effect is infeasible in its own thread, whatever the
 * others do, because a local variable rules it out. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int level;

void *guard(void *arg)
{
    pthread_mutex_lock(&mutex);
    assert(level < 3);
    pthread_mutex_unlock(&mutex);
    return arg;
}

void *driver(void *arg)
{
    int demand = 2;

    pthread_mutex_lock(&mutex);
    if (demand > 5)
        level = demand; /* never */
    else
        level = 1;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t g, d;
    pthread_create(&g, NULL, guard, NULL);
    pthread_create(&d, NULL, driver, NULL);
    pthread_join(g, NULL);
    pthread_join(d, NULL);
    return 0;
}
