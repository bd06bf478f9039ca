/* Without the barrier one thread may add before the other one has divided. */
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int part[2] = { INT_MAX, INT_MAX };
static int sum[2];

static void *work(void *arg)
{
    int me = *(int *)arg, mine, other;

    mine = atomic_load(&part[me]) / 2;
    atomic_store(&part[me], mine);
    other = atomic_load(&part[1 - me]);
    sum[me] = mine + other;
    return 0;
}

int main(void)
{
    int zero = 0, one = 1;
    pthread_t t;

    pthread_create(&t, 0, work, &one);
    work(&zero);
    pthread_join(t, 0);
    return 0;
}
