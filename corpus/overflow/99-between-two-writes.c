/* The same sum with the lock for reading: it is INT_MAX before and after the move. */
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int left = INT_MAX, right = 0;

static void *move(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    atomic_store(&right, 5);
    atomic_store(&left, INT_MAX - 5);
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    int l, r;

    pthread_create(&t, 0, move, 0);
    pthread_rwlock_rdlock(&lock);
    l = atomic_load(&left);
    r = atomic_load(&right);
    pthread_rwlock_unlock(&lock);
    pthread_join(t, 0);
    l = l + r;
    return l == 0;
}
