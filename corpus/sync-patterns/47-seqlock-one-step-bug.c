/* A sequence lock whose writer counts once, after writing. A reader can run between the two writes and finds
 * the number unchanged although the pair is half written. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int first, second;

static void *writer(void *unused)
{
    first = 1;
    second = 1;
    sequence++; /* must also be counted before the first write */
    return unused;
}

static void *reader(void *unused)
{
    unsigned before;
    int a, b;
    do {
        before = sequence;
        a = first;
        b = second;
    } while (before != sequence);
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
