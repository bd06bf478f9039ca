// A semaphore with initial value 1 as a mutex orders post before wait.
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
static sem_t s;
static int x;
static void *work(void *a) { sem_wait(&s); x++; sem_post(&s); return 0; }
int main(void) {
    pthread_t t;
    sem_init(&s, 0, 1);
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    assert(x == 2);
    return 0;
}
