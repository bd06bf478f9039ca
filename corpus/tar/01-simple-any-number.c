/* "Simple" of the paper on thread-modular abstraction refinement, for any number of threads: a lock made out of a variable that is tested and set in one
 * step, and x written by who has it. Nobody else changes m between the two, and that is what a thread has to know of the others. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int m;
int x;

static void *worker(void *unused)
{
    (void)unused;
    int free = 0;
    while (!atomic_compare_exchange_strong(&m, &free, 1))
        free = 0;
    x = x + 1;
    atomic_store(&m, 0);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
