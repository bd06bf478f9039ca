/* The simplified bakery ("Bakery-atomic"): the ticket is drawn in one atomic step, so no choosing flags are
 * needed and tickets are never equal. Mutual exclusion holds; the tickets are also read and reset outside the
 * atomic sections, without synchronisation: a race. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int t1, t2;
int x;

void *thr1(void *arg)
{
    __VERIFIER_atomic_begin();
    t1 = t2 + 1;
    __VERIFIER_atomic_end();
    while (t1 >= t2 && t2 > 0)
        ;
    x = 0;
    assert(x <= 0);
    t1 = 0;
    return arg;
}

void *thr2(void *arg)
{
    __VERIFIER_atomic_begin();
    t2 = t1 + 1;
    __VERIFIER_atomic_end();
    while (t2 >= t1 && t1 > 0)
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
