/* A ticket lock whose tickets are drawn for ever, round all unsigned numbers.
 * What must be found: the two tickets differ, and the one that is served is not beyond those drawn. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static atomic_uint next_ticket, now_serving;
static int owner;

static void *worker(void *arg)
{
    int me = arg != 0;

    while (1) {
        unsigned mine = atomic_fetch_add(&next_ticket, 1);
        while (now_serving != mine) {
        }
        owner = me;
        assert(owner == me);
        now_serving = mine + 1;
    }
    return 0;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, &owner);
    worker(0);
    return 0;
}
