/* The increment would overflow, but main does not get there: the stage becomes 2 only after main has read it for the last time. */
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stage;
static int number = INT_MAX;

static void *work(void *unused)
{
    if (atomic_load(&stage) == 1)
        atomic_store(&stage, 2);
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    if (atomic_load(&stage) == 2)
        number++;
    atomic_store(&stage, 1);
    pthread_join(t, 0);
    return 0;
}
