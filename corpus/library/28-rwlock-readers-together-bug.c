/* Readers do not exclude each other: an author who took the read lock for exclusive
 * counts two threads inside at the same time.  FALSE. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t l;
static atomic_int inside;

static void *reader(void *arg)
{
    pthread_rwlock_rdlock(&l);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_rwlock_unlock(&l);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_rwlock_init(&l, 0);
    pthread_create(&t, 0, reader, 0);
    reader(0);
    pthread_join(t, 0);
    return 0;
}
