/* The limit that keeps the input small is set after the thread was created: the thread may still see none. */
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

    pthread_create(&t, 0, work, 0);
    atomic_store(&limit, 1000);
    pthread_join(t, 0);
    return 0;
}
