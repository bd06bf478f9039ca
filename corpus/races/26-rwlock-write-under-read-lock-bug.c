/* A cache filled while only the read lock is held: readers do not exclude each other,
 * so two of them may write at the same time. */
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int cached;

static int lookup(void)
{
    int v;

    pthread_rwlock_rdlock(&l);
    if (cached == 0)
        cached = 42;
    v = cached;
    pthread_rwlock_unlock(&l);
    return v;
}

static void *reader(void *arg)
{
    lookup();
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, reader, 0);
    lookup();
    pthread_join(t, 0);
    return 0;
}
