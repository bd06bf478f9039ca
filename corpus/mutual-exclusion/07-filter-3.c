/* Peterson's filter lock for three threads: two levels, on each the last comer waits while anyone else is at
 * this level or above. At most two threads pass level 1 and one passes level 2, so `inside` never exceeds one.
 * The protocol is atomic and `inside` is touched in the critical section only: no race. */
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

static void filter_lock(int me)
{
    for (int l = 1; l < N; l++) {
        level[me] = l;
        last[l] = me;
        while (last[l] == me && someone_at_or_above(me, l))
            ;
    }
}

static void filter_unlock(int me)
{
    level[me] = 0;
}

void *worker(void *arg)
{
    int me = (int)(intptr_t)arg;
    filter_lock(me);
    inside++;
    assert(inside == 1);
    inside--;
    filter_unlock(me);
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
