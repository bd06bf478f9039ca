/* Up and down without a lock: the threads read the same number, and the one that counts up writes last. Main then adds
 * one more, which fits only if the one that counts down was not lost. */
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int level = INT_MAX - 1;

static void *up(void *unused)
{
    int seen = atomic_load(&level);

    atomic_store(&level, seen + 1);
    return unused;
}

static void *down(void *unused)
{
    int seen = atomic_load(&level);

    atomic_store(&level, seen - 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    int last;

    pthread_create(&a, 0, up, 0);
    pthread_create(&b, 0, down, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    last = atomic_load(&level);
    last = last + 1;
    return last == 0;
}
