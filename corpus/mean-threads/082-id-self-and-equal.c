// POSIX pthread_equal/pthread_self: the creator's id equals pthread_self in the thread; ids of two threads that exist
// differ.
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
static sem_t s;
static pthread_t t, m;
static void *work(void *a) {
    sem_wait(&s);
    assert(pthread_equal(t, pthread_self()));
    assert(!pthread_equal(m, pthread_self()));
    return 0;
}
int main(void) {
    m = pthread_self();
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, work, 0);
    assert(!pthread_equal(t, pthread_self()));
    sem_post(&s);
    pthread_join(t, 0);
    return 0;
}
