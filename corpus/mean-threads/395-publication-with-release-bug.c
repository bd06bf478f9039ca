/* An atomic flag publishes data that was written before it. The flag is raised before the data is written: a race. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data;

void *worker(void *arg)
{
    atomic_store_explicit(&flag, 1, memory_order_release);
    data = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    int d = 0;
    pthread_create(&t, 0, worker, 0);
    if (atomic_load_explicit(&flag, memory_order_acquire))
        d = data;
    pthread_join(t, 0);
    return d;
}
