/* Broken filter lock: three threads but only one waiting level (the loop stops one level early).
 * A level keeps back one thread only, so two of the three pass and meet in the critical section. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define N 3

atomic_int level[N];
atomic_int last[N];
int inside;

static int someone_at_or_above(int me, int l)
{
    for (int k = 0; k < N; k++)
        if (k != me && level[k] >= l)
            return 1;
    return 0;
}

void *worker(void *arg)
{
    int me = (int)(intptr_t)arg;

    for (int l = 1; l < N - 1; l++) { /* should be l < N */
        level[me] = l;
        last[l] = me;
        while (last[l] == me && someone_at_or_above(me, l))
            ;
    }

    inside++;
    assert(inside == 1);
    inside--;

    level[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, worker, (void *)(intptr_t)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
