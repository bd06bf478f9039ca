/* The semaphore begins with two, and two threads are inside. */
#include <pthread.h>
#include <semaphore.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static sem_t free_places;
static int inside;

static void *worker(void *unused)
{
    sem_wait(&free_places);
    inside++;
    if (inside != 1)
        reach_error();
    inside--;
    sem_post(&free_places);
    return unused;
}

int main(void)
{
    int count = __VERIFIER_nondet_int();
    pthread_t thread;

    sem_init(&free_places, 0, 2);
    for (int i = 0; i < count; i++)
        pthread_create(&thread, 0, worker, 0);
    pthread_exit(0);
}
