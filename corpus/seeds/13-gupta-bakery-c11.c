/* The bakery of Fig. 2 of "Non-monotonic refinement of control abstraction" with C11 atomics: only x is plain, and
 * it is touched in the critical section only. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int t1, t2;
atomic_bool choosing1, choosing2;
int x;

void *thr1(void *arg)
{
    choosing1 = 1;
    int tmp = t2 + 1;
    t1 = tmp;
    choosing1 = 0;
    while (choosing2)
        ;
    while (t1 >= t2 && t2 != 0)
        ;
    x = 0;
    assert(x <= 0);
    t1 = 0;
    return arg;
}

void *thr2(void *arg)
{
    choosing2 = 1;
    int tmp = t1 + 1;
    t2 = tmp;
    choosing2 = 0;
    while (choosing1)
        ;
    while (t2 >= t1 && t1 != 0)
        ;
    x = 1;
    assert(x >= 1);
    t2 = 0;
    return arg;
}

int main(void)
{
    pthread_t p, q;
    pthread_create(&p, NULL, thr1, NULL);
    pthread_create(&q, NULL, thr2, NULL);
    pthread_join(p, NULL);
    pthread_join(q, NULL);
    return 0;
}
