/* Dijkstra's mutual exclusion algorithm of 1965 for three threads.
 * A thread first tries to get the turn from a passive holder, then claims entry and steps back if anyone else
 * claims too. Two claimants see each other, so at most one enters. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 3
enum { PASSIVE, REQUESTING, CLAIMING };

static atomic_int flag[N];
static atomic_int turn;
static int inside;

static int other_claims(int me)
{
    for (int j = 0; j < N; j++)
        if (j != me && flag[j] == CLAIMING)
            return 1;
    return 0;
}

static void lock(int me)
{
    do {
        flag[me] = REQUESTING;
        int t;
        while ((t = turn) != me)
            if (flag[t] == PASSIVE)
                turn = me;
        flag[me] = CLAIMING;
    } while (other_claims(me));
}

static void *worker(void *arg)
{
    int me = (int)(long)arg;
    lock(me);
    inside++;
    assert(inside == 1);
    inside--;
    flag[me] = PASSIVE;
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
