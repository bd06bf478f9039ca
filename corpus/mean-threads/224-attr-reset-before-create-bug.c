// The attribute object is set back to joinable before the creation: the join waits for a thread that nobody releases.
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static void *work(void *a) { sem_wait(&s); return 0; }
int main(void) {
    pthread_attr_t a;
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_attr_init(&a);
    pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
    pthread_attr_setdetachstate(&a, PTHREAD_CREATE_JOINABLE);
    pthread_create(&t, &a, work, 0);
    pthread_join(t, 0);
    sem_post(&s);
    return 0;
}
