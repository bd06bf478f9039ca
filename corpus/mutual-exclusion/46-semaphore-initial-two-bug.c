/* The semaphore that should be a mutex starts with the value two: two threads are let in together.
 * The counter of those inside reaches two, and its accesses race. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t gate;
static int in_use;

static void *worker(void *unused)
{
    sem_wait(&gate);
    in_use++;
    assert(in_use == 1);
    in_use--;
    sem_post(&gate);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&gate, 0, 2); /* should be 1 */
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
