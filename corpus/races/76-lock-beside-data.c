/* What lies right before and behind a lock is not part of it. */
#include <pthread.h>
#include <semaphore.h>

static struct {
    int before;
    pthread_mutex_t m;
    int between;
    pthread_spinlock_t s;
    int behind;
} all = { .m = PTHREAD_MUTEX_INITIALIZER };

static void *work(void *arg)
{
    pthread_mutex_lock(&all.m);
    pthread_spin_lock(&all.s);
    pthread_spin_unlock(&all.s);
    pthread_mutex_unlock(&all.m);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_spin_init(&all.s, 0);
    pthread_create(&t, 0, work, 0);
    all.before = 1;
    all.between = 2;
    all.behind = 3;
    pthread_join(t, 0);
    return 0;
}
