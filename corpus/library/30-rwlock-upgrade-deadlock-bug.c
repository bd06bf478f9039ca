/* Upgrading a read lock to a write lock without releasing it: two readers that both do
 * so wait for each other (and for themselves). */
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int cache;

static void *refresh(void *arg)
{
    pthread_rwlock_rdlock(&l);
    if (cache == 0) {
        pthread_rwlock_wrlock(&l);
        cache = 1;
        pthread_rwlock_unlock(&l);
    }
    pthread_rwlock_unlock(&l);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, refresh, 0);
    refresh(0);
    pthread_join(t, 0);
    return 0;
}
