/* Knuth's algorithm for two threads: control[i] is 0 (out), 1 (waiting), 2 (about to enter), and k says whose
 * turn it is when several wait. A thread enters only if it is alone at level 2. Safe; atomics make it race free. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int control[2];
atomic_int k;
int resource;

static void lock(int i)
{
    int j = 1 - i;
again:
    control[i] = 1;
    while (k != i && control[j] != 0)
        ;
    control[i] = 2;
    if (control[j] == 2)
        goto again;
    k = i;
}

static void unlock(int i)
{
    k = 1 - i;
    control[i] = 0;
}

void *worker(void *arg)
{
    int i = (int)(long)arg;
    lock(i);
    resource = i;
    assert(resource == i);
    unlock(i);
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
