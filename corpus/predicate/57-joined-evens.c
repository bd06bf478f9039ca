/* A thread adds two as often as it likes, and is joined before anybody looks.
 * What must be found: the number is even in front of every round, and so at the end of the thread. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static unsigned number;

static void *count(void *unused)
{
    while (__VERIFIER_nondet_int())
        number += 2;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, count, 0);
    pthread_join(thread, 0);
    if (number & 1)
        reach_error();
    return 0;
}
