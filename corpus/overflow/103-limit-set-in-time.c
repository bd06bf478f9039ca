/* The limit is set before the thread is created. */
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int limit = INT_MAX;

static void *work(void *unused)
{
    int input = __VERIFIER_nondet_int();

    if (input > 0 && input < atomic_load(&limit))
        input = input * 3;
    return unused;
}

int main(void)
{
    pthread_t t;

    atomic_store(&limit, 1000);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
