/* One writer and N - 1 readers: a reader never sees the two halves of the data differ. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int low, high;

static void *writer(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    low++;
    high++;
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    int l = low, h = high;
    pthread_rwlock_unlock(&lock);
    assert(l == h);
    return unused;
}

int main(void)
{
    pthread_t threads[N];
    pthread_create(&threads[0], 0, writer, 0);
    for (int i = 1; i < N; i++)
        pthread_create(&threads[i], 0, reader, 0);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
