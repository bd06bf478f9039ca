/* Peterson's filter lock for N threads that enter the critical section for ever. Every access of the shared arrays is
 * one step, as in peterson.pml. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

static volatile signed char level[N], victim[N], inside;

static void *worker(void *arg)
{
    int me = (int)(long)arg;
    for (;;) {
        for (int l = 1; l < N; l++) {
            level[me] = l;
            victim[l] = me;
            for (int k = 0; k < N; k++)
                if (k != me)
                    while (level[k] >= l && victim[l] == me)
                        ;
        }
        inside = inside + 1;
        assert(inside == 1);
        inside = inside - 1;
        level[me] = 0;
    }
    return 0;
}

int main(void)
{
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
