/* A sense-reversing barrier made of two atomics, used twice by two threads. The last to arrive resets the
 * count before it flips the sense, so the barrier can be used again at once. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 2

static atomic_int count = N;
static atomic_int sense;
static int step[N];

static void barrier(int *my_sense)
{
    *my_sense = !*my_sense;
    if (atomic_fetch_sub(&count, 1) == 1) {
        atomic_store(&count, N);
        atomic_store(&sense, *my_sense);
    } else {
        while (atomic_load(&sense) != *my_sense)
            ;
    }
}

static void *worker(void *arg)
{
    int me = (int)(long)arg;
    int my_sense = 0;

    step[me] = 1;
    barrier(&my_sense);
    assert(step[1 - me] == 1);
    barrier(&my_sense);
    step[me] = 2;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)0L);
    pthread_create(&b, NULL, worker, (void *)1L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(step[0] == 2 && step[1] == 2);
    return 0;
}
