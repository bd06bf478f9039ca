/* Empty inline assembly is a compiler barrier and changes no value, in every spelling
 * of the statement; the mutex is what orders the two threads. */
#include <assert.h>
#include <pthread.h>

#define barrier() __asm__ __volatile__("" ::: "memory")

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

static void *producer(void *arg)
{
    pthread_mutex_lock(&m);
    data = 42;
    barrier();
    ready = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, producer, 0);
    pthread_mutex_lock(&m);
    if (ready) {
        asm volatile("" : : : "memory");
        assert(data == 42);
    }
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    barrier();
    asm("");
    assert(data == 42);
    return 0;
}
