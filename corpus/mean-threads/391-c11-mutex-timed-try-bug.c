/* mtx_trylock returns thrd_success or thrd_busy. thrd_busy is not zero, but thrd_success is: the test is the wrong way round, a race. */
#include <threads.h>

mtx_t mutex;
int data;

int worker(void *arg)
{
    if (mtx_trylock(&mutex))
        data++;
    return 0;
}

int main(void)
{
    thrd_t t;
    mtx_init(&mutex, mtx_plain);
    thrd_create(&t, worker, 0);
    mtx_lock(&mutex);
    data++;
    mtx_unlock(&mutex);
    thrd_join(t, 0);
    return 0;
}
