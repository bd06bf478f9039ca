/* The torn pair repaired without a lock: both numbers live in one atomic word and change together.
 * A single load gives a consistent pair. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic uint32_t size = (2u << 16) | 8u; /* width and height, area 16 */

static void *resize(void *unused)
{
    atomic_store(&size, (4u << 16) | 4u);
    return unused;
}

static void *measure(void *unused)
{
    uint32_t s = atomic_load(&size);
    assert((s >> 16) * (s & 0xffffu) == 16u);
    return unused;
}

int main(void)
{
    pthread_t r, m;
    pthread_create(&r, NULL, resize, NULL);
    pthread_create(&m, NULL, measure, NULL);
    pthread_join(r, NULL);
    pthread_join(m, NULL);
    return 0;
}
