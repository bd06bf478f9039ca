/* Dekker's algorithm with atomics, the state of the protocol kept in one struct.
 * Right: whoever finds the other's wish set and is not on turn withdraws. Two rounds each, no increment lost,
 * and the plain counter is accessed under mutual exclusion only. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct dekker {
    _Atomic int wish[2];
    _Atomic int turn;
};

static struct dekker lock;
static int counter;

static void dekker_lock(struct dekker *d, int me)
{
    d->wish[me] = 1;
    while (d->wish[1 - me]) {
        if (d->turn != me) {
            d->wish[me] = 0;
            while (d->turn != me)
                ;
            d->wish[me] = 1;
        }
    }
}

static void dekker_unlock(struct dekker *d, int me)
{
    d->turn = 1 - me;
    d->wish[me] = 0;
}

static void *run(void *arg)
{
    int me = *(int *)arg;
    for (int round = 0; round < 2; round++) {
        dekker_lock(&lock, me);
        counter++;
        dekker_unlock(&lock, me);
    }
    return NULL;
}

static int ids[2] = { 0, 1 };

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, run, &ids[0]);
    pthread_create(&second, NULL, run, &ids[1]);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 4);
    return 0;
}
