/* Each thread divides its own part first. Then, behind the barrier, both add up the parts, which fit by then. */
#include <limits.h>
#include <pthread.h>

static pthread_barrier_t all;
static int part[2] = { INT_MAX, INT_MAX };
static int sum[2];

static void *work(void *arg)
{
    int me = *(int *)arg;

    part[me] /= 2;
    pthread_barrier_wait(&all);
    sum[me] = part[0] + part[1];
    return 0;
}

int main(void)
{
    int zero = 0, one = 1;
    pthread_t t;

    pthread_barrier_init(&all, 0, 2);
    pthread_create(&t, 0, work, &one);
    work(&zero);
    pthread_join(t, 0);
    return sum[0] != sum[1];
}
