/* As its right twin, but the thread adds one: after three rounds the number is three, and odd. The first round is
 * not enough because one is allowed. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static unsigned number;

static void *count(void *unused)
{
    while (__VERIFIER_nondet_int())
        number++;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, count, 0);
    pthread_join(thread, 0);
    if (number != 1 && (number & 1))
        reach_error();
    return 0;
}
