// POSIX sem_destroy: a semaphore on which no thread is blocked may be destroyed as soon as sem_wait returned.
#include <pthread.h>
#include <semaphore.h>
static void *work(void *s) { sem_post(s); return 0; }
int main(void) {
    pthread_t t;
    sem_t s;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, work, &s);
    sem_wait(&s);
    sem_destroy(&s);
    pthread_join(t, 0);
    return 0;
}
