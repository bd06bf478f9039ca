// After sem_post the waiter may or may not have taken the unit.
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
static sem_t s;
static void *waiter(void *a) { sem_wait(&s); return 0; }
int main(void) {
    pthread_t t;
    int v = 7;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, waiter, 0);
    sem_getvalue(&s, &v);
    assert(v == 0);
    sem_post(&s);
    sem_getvalue(&s, &v);
    assert(v == 1);
    pthread_join(t, 0);
    sem_getvalue(&s, &v);
    assert(v == 0);
    return 0;
}
