/* A slot is filled and emptied by turns, ordered by two semaphores; the value in it and its copy are any number.
 * What must be found: between the two semaphores the copy is one more than the value. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

extern unsigned __VERIFIER_nondet_uint(void);

static sem_t empty, full;
static unsigned value, copy;

static void *fill(void *unused)
{
    while (1) {
        sem_wait(&empty);
        value = __VERIFIER_nondet_uint();
        copy = value + 1;
        sem_post(&full);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    sem_init(&empty, 0, 1);
    sem_init(&full, 0, 0);
    pthread_create(&thread, 0, fill, 0);
    while (1) {
        sem_wait(&full);
        assert(copy - value == 1);
        sem_post(&empty);
    }
}
