/* Burns' one-bit algorithm for three threads: one flag per thread and nothing else.
 * A thread gives way to lower numbers before and after it raises its flag, then waits for higher numbers.
 * Of two threads inside, the one that raised its flag last would have seen the other: mutual exclusion. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define N 3

static atomic_bool flag[N];
static int guarded;

static bool lower_flag_up(int me)
{
    for (int j = 0; j < me; j++)
        if (flag[j])
            return true;
    return false;
}

static void *worker(void *arg)
{
    int me = (int)(long)arg;

    do {
        flag[me] = false;
        while (lower_flag_up(me))
            ;
        flag[me] = true;
    } while (lower_flag_up(me));
    for (int j = me + 1; j < N; j++)
        while (flag[j])
            ;

    guarded = me;
    assert(guarded == me);

    flag[me] = false;
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
