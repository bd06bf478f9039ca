/* A structure is not copied at once: a reader may see one member new and one old. */
#include <assert.h>
#include <pthread.h>

struct pair {
    long a, b;
} shared;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
    struct pair one = {1, 1};
    ;
    shared = one;
    ;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    ;
    struct pair copy = shared;
    ;
    assert(copy.a == copy.b);
    pthread_join(t, 0);
    return 0;
}
