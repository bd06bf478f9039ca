/* The repaired version: the pointer is atomic, its target is written before the pointer
 * is stored and only read afterwards. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(int *) instance;

static int *get(void)
{
    int *p = atomic_load(&instance);

    if (!p) {
        pthread_mutex_lock(&m);
        p = atomic_load(&instance);
        if (!p) {
            p = malloc(sizeof *p);
            *p = 5;
            atomic_store(&instance, p);
        }
        pthread_mutex_unlock(&m);
    }
    return p;
}

static void *work(void *arg)
{
    assert(*get() == 5);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    assert(*get() == 5);
    pthread_join(t, 0);
    return 0;
}
