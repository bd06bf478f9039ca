/* __VERIFIER_atomic_begin/end and functions named __VERIFIER_atomic_*: no other thread
 * moves in between, so the two increments and the swap are indivisible. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int n, a = 1, b = 2;

static void __VERIFIER_atomic_swap(void)
{
    int t = a;
    a = b;
    b = t;
}

static void *work(void *arg)
{
    __VERIFIER_atomic_begin();
    n++;
    n++;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_swap();
    return 0;
}

int main(void)
{
    pthread_t t;
    int sum;

    pthread_create(&t, 0, work, 0);
    __VERIFIER_atomic_begin();
    sum = n;
    n = n + 2;
    assert(a + b == 3 && a != b);
    __VERIFIER_atomic_end();
    assert(sum == 0 || sum == 2);
    pthread_join(t, 0);
    assert(n == 4 && a == 2 && b == 1);
    return 0;
}
