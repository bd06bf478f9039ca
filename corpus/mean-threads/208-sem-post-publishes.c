// Sem_post is remembered and synchronises with the sem_wait it releases, whichever comes first.
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
static sem_t s;
static int x;
static void *producer(void *a) { x = 42; sem_post(&s); return 0; }
int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, producer, 0);
    sem_wait(&s);
    assert(x == 42);
    pthread_join(t, 0);
    return 0;
}
