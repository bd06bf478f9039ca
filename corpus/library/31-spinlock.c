/* POSIX spin locks exclude each other like mutexes, so no increment is lost; trylock
 * says EBUSY while the lock is held and takes it when it is free. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t s;
static int n;

static void *work(void *arg)
{
    pthread_spin_lock(&s);
    n = n + 1;
    pthread_spin_unlock(&s);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t, 0, work, 0);
    pthread_spin_lock(&s);
    n = n + 1;
    assert(pthread_spin_trylock(&s) == EBUSY);
    pthread_spin_unlock(&s);
    pthread_join(t, 0);
    assert(n == 2);
    assert(pthread_spin_trylock(&s) == 0);
    pthread_spin_unlock(&s);
    pthread_spin_destroy(&s);
    return 0;
}
