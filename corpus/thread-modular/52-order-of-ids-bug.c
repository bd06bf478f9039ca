/* Ids are given out in the order of creation, which an input decides. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void *first(void *unused)
{
    return unused;
}

static void *second(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t a, b;

    if (__VERIFIER_nondet_int()) {
        pthread_create(&a, 0, first, 0);
        pthread_create(&b, 0, second, 0);
    } else {
        pthread_create(&b, 0, second, 0);
        pthread_create(&a, 0, first, 0);
    }
    if (a > b)
        reach_error();
    return 0;
}
