/* Main takes the buffer if it is there. */
#include <pthread.h>
#include <stdatomic.h>

static int buffer;
static _Atomic(int *) published;

static void *publish(void *unused)
{
    buffer = 7;
    atomic_store(&published, &buffer);
    return unused;
}

int main(void)
{
    pthread_t t;
    int *seen, value = 0;

    pthread_create(&t, 0, publish, 0);
    seen = atomic_load(&published);
    if (seen)
        value = *seen;
    pthread_join(t, 0);
    return value;
}
