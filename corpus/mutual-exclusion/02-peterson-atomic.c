/* Peterson's mutual exclusion for two threads with C11 atomics (sequentially consistent).
 * All accesses of the protocol are atomic and the plain counter is touched only inside the critical
 * section, so there is no data race; each thread enters twice and no increment is lost. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define ROUNDS 2

static atomic_int interested[2];
static atomic_int turn;
static int counter;

static void enter(int me)
{
    int other = 1 - me;
    atomic_store(&interested[me], 1);
    atomic_store(&turn, other);
    while (atomic_load(&interested[other]) && atomic_load(&turn) == other)
        ;
}

static void leave(int me)
{
    atomic_store(&interested[me], 0);
}

static void *worker(void *arg)
{
    int me = (int)(intptr_t)arg;
    for (int i = 0; i < ROUNDS; i++) {
        enter(me);
        counter++;
        leave(me);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, (void *)(intptr_t)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(counter == 2 * ROUNDS);
    return 0;
}
