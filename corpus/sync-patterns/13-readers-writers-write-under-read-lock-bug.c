/* A "reader" that also counts its visits while holding only the read lock: two readers write at once, which
 * loses a visit and is a data race. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int value = 7;
static int visits;

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&rw);
    int v = value;
    visits++; /* needs the write lock */
    pthread_rwlock_unlock(&rw);
    assert(v == 7);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(visits == 2);
    return 0;
}
