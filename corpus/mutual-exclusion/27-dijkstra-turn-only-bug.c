/* Broken Dijkstra: owning the turn is taken as the permission to enter, nobody claims.
 * Thread 0 finds the turn is its own; thread 1 read `passive` for thread 0 before and now grabs the turn:
 * both are inside. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int requesting[2];
atomic_int turn;
int inside;

void *worker(void *arg)
{
    int me = (int)(long)arg;

    requesting[me] = 1;
    while (turn != me) {
        if (!requesting[1 - me])
            turn = me;
    }

    inside++;
    assert(inside == 1);
    inside--;

    requesting[me] = 0;
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
