/* Ownership of a plain buffer passes between two threads by an atomic owner number: only the owner touches the
 * buffer, and only the owner gives it away. No lock, yet no race. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int owner = 1;
static int buffer;

static void *first(void *unused)
{
    while (owner != 1)
        ;
    buffer = 1;
    owner = 2;
    while (owner != 1)
        ;
    assert(buffer == 3);
    return unused;
}

static void *second(void *unused)
{
    while (owner != 2)
        ;
    buffer += 2;
    owner = 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
