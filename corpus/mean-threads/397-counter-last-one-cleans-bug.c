/* Who takes a reference counter from 1 to 0 is the last one and may clean up. Taking the value 2
   for the last one, the first one cleans while the other still reads: a race. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int references = 2;
int data = 5;

void release(void)
{
    if (atomic_fetch_sub(&references, 1) == 2)
        data = 0;
}

void *worker(void *arg)
{
    int d = data;
    release();
    return d ? 0 : arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int d = data;
    release();
    pthread_join(t, 0);
    return d;
}
