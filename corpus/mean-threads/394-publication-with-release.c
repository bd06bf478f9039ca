/* An atomic flag publishes data that was written before it. The reader looks at the data only after it saw the flag. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data;

void *worker(void *arg)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
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
