/* Lamport's bakery for three threads, one visit each, so tickets stay at three or below.
 * Mutual exclusion holds; `served` counts under the lock and reaches three. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 3

static _Atomic unsigned char choosing[N];
static _Atomic unsigned char number[N];
static int served;

static void lock(int me)
{
    unsigned char max = 0, n;

    choosing[me] = 1;
    for (int j = 0; j < N; j++) {
        n = number[j];
        if (n > max)
            max = n;
    }
    unsigned char mine = max + 1;
    number[me] = mine;
    choosing[me] = 0;

    for (int j = 0; j < N; j++) {
        if (j == me)
            continue;
        while (choosing[j])
            ;
        do {
            n = number[j];
        } while (n != 0 && (n < mine || (n == mine && j < me)));
    }
}

static void unlock(int me)
{
    number[me] = 0;
}

static void *customer(void *arg)
{
    int me = (int)(long)arg;
    lock(me);
    served = served + 1;
    unlock(me);
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, customer, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    assert(served == N);
    return 0;
}
