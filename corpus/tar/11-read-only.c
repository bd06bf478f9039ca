/* Nobody writes x once there are several threads: whatever others do, there is no race. That is the strongly thread-modular case, the only one that algorithm B of the paper proves. */
#include <pthread.h>
#include <stdatomic.h>

int x;
atomic_int sum;

static void *worker(void *unused)
{
    (void)unused;
    atomic_fetch_add(&sum, x);
    return 0;
}

int main(void)
{
    pthread_t t;
    x = 7;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
