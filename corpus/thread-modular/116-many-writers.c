/* Any number of threads take the lock for writing, and each is alone with it. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int inside;

static void *worker(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    inside++;
    if (inside != 1)
        reach_error();
    inside--;
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    int count = __VERIFIER_nondet_int();
    pthread_t thread;

    for (int i = 0; i < count; i++)
        pthread_create(&thread, 0, worker, 0);
    pthread_exit(0);
}
