/* Lamport's fast mutex for two threads: without contention an entry costs a fixed number of accesses.
 * A thread writes x, checks y, writes y and checks x; if x has changed it waits until all competitors have
 * withdrawn and goes on only if it was the last to write y. Right under sequential consistency. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 2

atomic_int x, y;      /* 0: nobody, else thread number from 1 */
atomic_int b[N + 1];
int inside;

static void lock(int i)
{
start:
    b[i] = 1;
    x = i;
    if (y != 0) {
        b[i] = 0;
        while (y != 0)
            ;
        goto start;
    }
    y = i;
    if (x != i) {
        b[i] = 0;
        for (int j = 1; j <= N; j++)
            while (b[j])
                ;
        if (y != i) {
            while (y != 0)
                ;
            goto start;
        }
    }
}

static void unlock(int i)
{
    y = 0;
    b[i] = 0;
}

void *worker(void *arg)
{
    int i = (int)(long)arg;
    lock(i);
    inside++;
    assert(inside == 1);
    inside--;
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
    return 0;
}
