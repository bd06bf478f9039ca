/* The simple locking example with three threads running the same code, which differ in their number only: the
 * case for thread symmetry. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3

static atomic_int m;
static int x;

static void *thread(void *arg)
{
    int i = (int)(long)arg;
    while (1) {
        int nobody = 0;
        while (!atomic_compare_exchange_strong(&m, &nobody, i))
            nobody = 0;
        x = i;
        assert(x == i);
        m = 0;
    }
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, thread, (void *)(i + 1));
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
