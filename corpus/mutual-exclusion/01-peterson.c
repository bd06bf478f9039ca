/* Peterson's mutual exclusion for two threads, with plain int variables.
 * Under sequential consistency the algorithm is right: a thread waits while the other is interested and
 * has yielded last, so both are never inside and the assertions hold.
 * The flags and `turn` are however read and written without synchronisation: a data race by C11.
 * Waiting is busy, so a thread can always move: no deadlock. */
#include <assert.h>
#include <pthread.h>

int interested[2];
int turn;
int owner;

void *worker(void *arg)
{
    int me = (int)(long)arg;
    int other = 1 - me;

    interested[me] = 1;
    turn = other;
    while (interested[other] && turn == other) {
    }

    owner = me;
    assert(owner == me);

    interested[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t t0, t1;

    pthread_create(&t0, NULL, worker, (void *)0L);
    pthread_create(&t1, NULL, worker, (void *)1L);
    pthread_join(t0, NULL);
    pthread_join(t1, NULL);
    return 0;
}
