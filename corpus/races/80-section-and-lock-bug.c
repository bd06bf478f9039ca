/* Inside an atomic section the bytes of a semaphore are read, which the other thread posts outside of any. */
#include <pthread.h>
#include <semaphore.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static sem_t s;

static void *post(void *arg)
{
    sem_post(&s);
    return 0;
}

int main(void)
{
    pthread_t t;
    char first;

    sem_init(&s, 0, 0);
    pthread_create(&t, 0, post, 0);
    __VERIFIER_atomic_begin();
    first = *(char *)&s;
    __VERIFIER_atomic_end();
    pthread_join(t, 0);
    return first;
}
