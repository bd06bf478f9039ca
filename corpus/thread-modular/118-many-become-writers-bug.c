/* The test is not made again, and two threads do what should be done once. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int made, makers;

static void *worker(void *unused)
{
    int empty;

    pthread_rwlock_rdlock(&lock);
    empty = !made;
    pthread_rwlock_unlock(&lock);
    if (empty) {
        pthread_rwlock_wrlock(&lock);
        makers++;
        made = 1;
        if (makers != 1)
            reach_error();
        pthread_rwlock_unlock(&lock);
    }
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
