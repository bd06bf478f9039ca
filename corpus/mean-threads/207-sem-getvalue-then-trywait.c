// Sem_trywait never blocks.
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static void *take(void *a) {
    int v;
    sem_getvalue(&s, &v);
    if (v > 0) sem_trywait(&s);
    return 0;
}
int main(void) {
    pthread_t t;
    sem_init(&s, 0, 1);
    pthread_create(&t, 0, take, 0);
    take(0);
    pthread_join(t, 0);
    return 0;
}
