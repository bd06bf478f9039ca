/* A barrier that only counts arrivals is used twice: after the first phase the count is already there, so
 * the second phase does not wait and a thread writes its cell while the other still reads it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int arrived;
static int step[2];

static void barrier(void)
{
    atomic_fetch_add(&arrived, 1);
    while (atomic_load(&arrived) < 2)
        ;
}

static void *worker(void *arg)
{
    int me = (int)(long)arg;

    step[me] = 1;
    barrier();
    assert(step[1 - me] == 1);
    barrier(); /* already open */
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
    return 0;
}
