/* Kessels' variant of Peterson's algorithm: `turn` is split into two bits, each written by one thread only.
 * Thread 0 makes the bits equal, thread 1 makes them differ; a thread waits while the other is interested and
 * the bits are as the thread itself has set them. Every variable has a single writer; mutual exclusion holds. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int want0, want1;
atomic_int bit0, bit1;
int cell;

void *zero(void *unused)
{
    want0 = 1;
    int local = bit1;
    bit0 = local;
    while (want1 && bit1 == local)
        ;
    cell = 100;
    assert(cell == 100);
    want0 = 0;
    return unused;
}

void *one(void *unused)
{
    want1 = 1;
    int local = 1 - bit0;
    bit1 = local;
    while (want0 && bit0 != local)
        ;
    cell = 200;
    assert(cell == 200);
    want1 = 0;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, zero, NULL);
    pthread_create(&b, NULL, one, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
