/* A sequence lock: the writer makes the number odd, writes the pair, makes it even. A reader retries while the
 * number is odd or has changed; what it then returns is a consistent pair. The data are atomic: no race. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int first, second;

static void *writer(void *unused)
{
    for (int i = 1; i <= 2; i++) {
        sequence++;
        first = i;
        second = -i;
        sequence++;
    }
    return unused;
}

static void *reader(void *unused)
{
    unsigned before, after;
    int a, b;
    do {
        before = sequence;
        a = first;
        b = second;
        after = sequence;
    } while (before % 2 == 1 || before != after);
    assert(a + b == 0);
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
