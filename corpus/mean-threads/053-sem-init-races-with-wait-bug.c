// Sem_init after the thread was created: initialising is unordered with the sem_post in it.
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static void *poster(void *a) { sem_post(&s); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, poster, 0);
    sem_init(&s, 0, 1);
    pthread_join(t, 0);
    return 0;
}
