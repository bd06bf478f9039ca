/* As 94, but only one of the flags is taken. */
#include <pthread.h>

extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);

static int up, down, sum;

static void take(int *flag)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(*flag == 0);
    *flag = 1;
    __VERIFIER_atomic_end();
}

static void give(int *flag)
{
    *flag = 0;
}

static void increase(void)
{
    __VERIFIER_atomic_begin();
    sum++;
    __VERIFIER_atomic_end();
}

static void decrease(void)
{
    __VERIFIER_atomic_begin();
    sum--;
    __VERIFIER_atomic_end();
}

static void *moves(void *unused)
{
    if (__VERIFIER_nondet_int()) {
        take(&up);
        increase();
        decrease();
        give(&up);
    } else {
        take(&down);
        decrease();
        increase();
        give(&down);
    }
    return unused;
}

static void *looks(void *unused)
{
    take(&up);
    if (sum != 0)
        reach_error();
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, looks, 0);
    while (1)
        pthread_create(&thread, 0, moves, 0);
}
