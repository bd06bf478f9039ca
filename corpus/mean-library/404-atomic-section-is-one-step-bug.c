/* A function whose name starts with __VERIFIER_atomic_ is one step for other threads. Two calls are two steps. */
#include <assert.h>
#include <pthread.h>

int number;

void __VERIFIER_atomic_add(int n)
{
    number += n;
    number += n;
}

void *worker(void *arg)
{
    __VERIFIER_atomic_add(1);
    __VERIFIER_atomic_add(-1);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int n = number;
    pthread_join(t, 0);
    assert(n == 0 || n == 1);
    return 0;
}
