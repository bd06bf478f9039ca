// Sem_getvalue writes *sval: two threads with the same variable conflict.
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static int v;
static void *look(void *a) { sem_getvalue(&s, &v); return 0; }
int main(void) {
    pthread_t t;
    sem_init(&s, 0, 1);
    pthread_create(&t, 0, look, 0);
    look(0);
    pthread_join(t, 0);
    return 0;
}
