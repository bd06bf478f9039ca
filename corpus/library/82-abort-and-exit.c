/* abort, _Exit and exit do not return; a path that ends in one of them is not an error
 * by itself, and a thread blocked at that moment is no deadlock. */
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *blocked(void *arg)
{
    pthread_mutex_lock(&m);
    reach_error();
    return 0;
}

int main(void)
{
    pthread_t t;
    int how = __VERIFIER_nondet_int();

    pthread_mutex_lock(&m);
    pthread_create(&t, 0, blocked, 0);
    switch (how) {
    case 0: exit(0);
    case 1: _Exit(0);
    default: abort();
    }
    reach_error();
    return 0;
}
