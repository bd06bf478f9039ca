// Main ends by pthread_exit, and the other thread waits for ever.
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static void *work(void *a) { sem_wait(&s); return 0; }
int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, work, 0);
    pthread_exit(0);
}
