/* Two atomics that belong together are updated one after the other: a reader can see one new and one old value.
 * Each access is atomic, so there is no race, but the pair is torn. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int width = 2, height = 8; /* the area is always 16 */

static void *resize(void *unused)
{
    width = 4;
    height = 4;
    return unused;
}

static void *measure(void *unused)
{
    int w = width;
    int h = height;
    assert(w * h == 16);
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
