/* Joining oneself is EDEADLK, joining a detached thread EINVAL (Linux, pthread_join(3)). Here joining a detached thread is expected to work. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

sem_t stay;

void *worker(void *arg)
{
    sem_wait(&stay);
    return 0;
}

int main(void)
{
    pthread_t t;
    sem_init(&stay, 0, 0);
    assert(pthread_join(pthread_self(), 0) == EDEADLK);
    pthread_create(&t, 0, worker, 0);
    assert(pthread_detach(t) == 0);
    assert(pthread_join(t, 0) == 0);
    assert(pthread_detach(t) == EINVAL);
    return 0;
}
