// Sem_trywait(3): -1 with errno EAGAIN (errno is per thread) means not acquired; nobody posts, so only one thread
// increments.
#include <pthread.h>
#include <semaphore.h>
#include <errno.h>
static sem_t s;
static int x;
static void *work(void *a) {
    if (sem_trywait(&s) == -1 && errno == EAGAIN) return 0;
    x++;
    return 0;
}
int main(void) {
    pthread_t t;
    sem_init(&s, 0, 1);
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    return 0;
}
