// The post comes before the write.
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
static sem_t s;
static int x;
static void *producer(void *a) { sem_post(&s); x = 42; return 0; }
int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, producer, 0);
    sem_wait(&s);
    assert(x == 42);
    pthread_join(t, 0);
    return 0;
}
