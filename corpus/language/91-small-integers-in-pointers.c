/* Small integers passed as void* to a thread and back as its result, through long and
 * intptr_t casts, including a negative one. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void *negate(void *arg)
{
    long n = (long)arg;
    return (void *)(intptr_t)-n;
}

int main(void)
{
    pthread_t a, b;
    void *ra, *rb;

    pthread_create(&a, 0, negate, (void *)7L);
    pthread_create(&b, 0, negate, (void *)(intptr_t)-9);
    pthread_join(a, &ra);
    pthread_join(b, &rb);
    assert((intptr_t)ra == -7);
    assert((int)(long)rb == 9);
    return 0;
}
