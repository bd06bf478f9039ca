/* As 01, but the lock is tested and set in two steps: two threads can find it free, and both write x. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int m;
int x;

static void *worker(void *unused)
{
    (void)unused;
    while (atomic_load(&m) != 0)
        ;
    atomic_store(&m, 1);
    x = x + 1;
    atomic_store(&m, 0);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
