/* A number is halved again and again: it never becomes negative, however often. Its values are terms that grow with each round, so
   that following values alone comes to no end; signs do. */
#include <pthread.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int left;

static void *halve(void *arg)
{
    while (__VERIFIER_nondet_int())
        left = left / 2;
    return 0;
}

int main(void)
{
    pthread_t t;
    int start = __VERIFIER_nondet_int();

    if (start < 0)
        return 0;
    left = start;
    pthread_create(&t, 0, halve, 0);
    if (left < 0)
        reach_error();
    pthread_join(t, 0);
    if (left < 0)
        reach_error();
    return 0;
}
