/* A semaphore with two permits lets two threads in at once; the assertion that they are
 * alone fails.  With one permit it would hold. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t permits;
static atomic_int inside;

static void *visitor(void *arg)
{
    sem_wait(&permits);
    inside++;
    assert(inside == 1);
    inside--;
    sem_post(&permits);
    return 0;
}

int main(void)
{
    pthread_t t;

    sem_init(&permits, 0, 2);
    pthread_create(&t, 0, visitor, 0);
    visitor(0);
    pthread_join(t, 0);
    return 0;
}
