/* Broken Dekker: the outer test of the other's wish is an `if` instead of a `while`.
 * The thread on turn sees the conflict, has nothing to withdraw and walks in although the other, who
 * saw no wish yet, is already inside. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wish[2];
atomic_int turn;
int value;

void *run(void *arg)
{
    int me = (int)(long)arg;
    int other = 1 - me;

    wish[me] = 1;
    if (wish[other]) { /* must be a loop */
        if (turn != me) {
            wish[me] = 0;
            while (turn != me)
                ;
            wish[me] = 1;
        }
    }

    value = me + 1;
    assert(value == me + 1);

    turn = other;
    wish[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, run, (void *)0L);
    pthread_create(&b, NULL, run, (void *)1L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
