/* A compare-exchange from 0 to 1 makes one owner. A failed weak exchange is taken for success: a race. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int owner;
int data;

void *worker(void *arg)
{
    int expected = 0;
    int got = atomic_compare_exchange_weak(&owner, &expected, 1);
    if (got >= 0)
        data++;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    return 0;
}
