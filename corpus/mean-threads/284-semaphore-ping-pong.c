// Two semaphores hand the turn back and forth.
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
static sem_t a, b;
static int x;
static void *pong(void *p) {
    for (int i = 0; i < 2; i++) { sem_wait(&b); assert(x == 2 * i + 1); x++; sem_post(&a); }
    return 0;
}
int main(void) {
    pthread_t t;
    sem_init(&a, 0, 1);
    sem_init(&b, 0, 0);
    pthread_create(&t, 0, pong, 0);
    for (int i = 0; i < 2; i++) { sem_wait(&a); assert(x == 2 * i); x++; sem_post(&b); }
    pthread_join(t, 0);
    assert(x == 4);
    return 0;
}
