/* Lamport's fast mutex for three threads, one entry each. Mutual exclusion holds and nothing races: the plain
 * variable is written in the critical section and read by main after the joins. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 3

static atomic_int x, y;
static atomic_int b[N + 1];
static int total;

static void lock(int i)
{
    for (;;) {
        b[i] = 1;
        x = i;
        if (y == 0) {
            y = i;
            if (x == i)
                return;
            b[i] = 0;
            for (int j = 1; j <= N; j++)
                while (b[j])
                    ;
            if (y == i)
                return;
        } else {
            b[i] = 0;
        }
        while (y != 0)
            ;
    }
}

static void unlock(int i)
{
    y = 0;
    b[i] = 0;
}

static void *worker(void *arg)
{
    int i = (int)(long)arg;
    lock(i);
    total += i;
    unlock(i);
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, worker, (void *)(i + 1));
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    assert(total == 1 + 2 + 3);
    return 0;
}
