/* Hyman's algorithm, published in 1966 as a simplification of Dijkstra's and wrong.
 * Thread 1 passes the inner wait while thread 0 is not interested; before it takes the turn, thread 0
 * announces itself, finds turn == 0 and enters; then thread 1 takes the turn and enters too. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int want[2];
atomic_int turn;
int shared;

void *worker(void *arg)
{
    int me = (int)(long)arg;
    int other = 1 - me;

    want[me] = 1;
    while (turn != me) {
        while (want[other])
            ;
        turn = me;
    }

    shared = me;
    assert(shared == me);

    want[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)0L);
    pthread_create(&b, NULL, worker, (void *)1L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
