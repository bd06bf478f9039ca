/* A sequence lock whose reader waits for an even number but does not check it again after reading:
 * the writer may come in between the two reads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int first, second;

static void *writer(void *unused)
{
    sequence++;
    first = 1;
    second = 1;
    sequence++;
    return unused;
}

static void *reader(void *unused)
{
    while (sequence % 2 == 1)
        ;
    int a = first;
    int b = second;
    assert(a == b);
    return unused;
}

int main(void)
{
    pthread_t w, r;
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_join(w, NULL);
    pthread_join(r, NULL);
    return 0;
}
