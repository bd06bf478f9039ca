/* Readers and writers with a POSIX read-write lock: the writer keeps two cells equal, readers see them equal.
 * Two readers may be inside together, the writer only alone. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int left, right;

static void *writer(void *unused)
{
    for (int i = 0; i < 2; i++) {
        pthread_rwlock_wrlock(&rw);
        left++;
        right++;
        pthread_rwlock_unlock(&rw);
    }
    return unused;
}

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&rw);
    assert(left == right);
    pthread_rwlock_unlock(&rw);
    return unused;
}

int main(void)
{
    pthread_t w, r1, r2;
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r1, NULL, reader, NULL);
    pthread_create(&r2, NULL, reader, NULL);
    pthread_join(w, NULL);
    pthread_join(r1, NULL);
    pthread_join(r2, NULL);
    return 0;
}
