/* A read-write lock: two readers share it, the writer excludes them, so they always see
 * both halves of the pair change together. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void *reader(void *arg)
{
    pthread_rwlock_rdlock(&l);
    assert(x == y);
    pthread_rwlock_unlock(&l);
    return 0;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, reader, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_rwlock_wrlock(&l);
    x++;
    y++;
    pthread_rwlock_unlock(&l);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 1);
    pthread_rwlock_destroy(&l);
    return 0;
}
