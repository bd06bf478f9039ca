/* What may be done with ids: keep them, pass them on, return them, compare them with each
 * other and with zero, print them.  Threads that exist at the same time have different ids,
 * so each one finds itself in the table, and only there, though the other may have been
 * joined by then.  TRUE. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_t table[2], owner;
static pthread_mutex_t ready = PTHREAD_MUTEX_INITIALIZER;

static int find(pthread_t id)
{
    for (int i = 0; i < 2; i++)
        if (pthread_equal(table[i], id))
            return i;
    return -1;
}

static void *worker(void *arg)
{
    pthread_mutex_lock(&ready);
    assert(!owner);
    owner = pthread_self();
    assert(find(owner) == (int)(long)arg);
    assert(owner == pthread_self());
    printf("worker %d with id %lu\n", (int)(long)arg, (unsigned long)owner);
    owner = 0;
    pthread_mutex_unlock(&ready);
    return (void *)pthread_self();
}

int main(void)
{
    void *id;
    pthread_mutex_lock(&ready);
    assert(!table[0] && find(pthread_self()) < 0);
    for (long i = 0; i < 2; i++)
        pthread_create(&table[i], 0, worker, (void *)i);
    assert(table[0] != table[1] && table[0] != 0 && table[1] != pthread_self());
    pthread_mutex_unlock(&ready);
    for (int i = 0; i < 2; i++) {
        pthread_join(table[i], &id);
        assert(table[i] == (pthread_t)id && table[i] != pthread_self());
    }
    return 0;
}
