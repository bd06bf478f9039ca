// POSIX/pthread_join(3): EINVAL for a thread that is detached (and still alive); pthread_detach again gives EINVAL.
#include <pthread.h>
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
static sem_t s;
static void *work(void *a) { sem_wait(&s); return 0; }
int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, work, 0);
    assert(pthread_detach(t) == 0);
    assert(pthread_join(t, 0) == EINVAL);
    assert(pthread_detach(t) == EINVAL);
    sem_post(&s);
    pthread_exit(0);
}
