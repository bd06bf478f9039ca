// Return from main ends the process without running thread-specific destructors: nobody posts.
#include <pthread.h>
#include <assert.h>
#include <semaphore.h>
static sem_t s;
static int x;
static void dtor(void *p) { x = 1; sem_post(&s); }
static void *work(void *a) { sem_wait(&s); assert(x == 0); return 0; }
int main(void) {
    pthread_t t;
    pthread_key_t k;
    sem_init(&s, 0, 0);
    pthread_key_create(&k, dtor);
    pthread_setspecific(k, &s);
    pthread_create(&t, 0, work, 0);
    return 0;
}
