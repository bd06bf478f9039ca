/* The first owner still writes the buffer after it has given it away.
 * The write falls between the second owner's update and check (assertion) and races with them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int owner = 1;
static int buffer;

static void *first(void *unused)
{
    buffer = 1;
    owner = 2;
    buffer = 0; /* not ours any more */
    return unused;
}

static void *second(void *unused)
{
    while (owner != 2)
        ;
    buffer += 2;
    assert(buffer == 3);
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
