/* A POSIX semaphore with initial value one used as a mutex by two threads, two rounds each.
 * Its value is one exactly when nobody is inside, so the plain counter is protected. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t gate;
static int in_use;

static void *worker(void *unused)
{
    for (int i = 0; i < 2; i++) {
        sem_wait(&gate);
        in_use++;
        assert(in_use == 1);
        in_use--;
        sem_post(&gate);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&gate, 0, 1);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    sem_destroy(&gate);
    return 0;
}
