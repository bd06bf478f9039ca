/* As 05, but the consumer gives the flag back before it has read data. */
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t one_producer = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t one_consumer = PTHREAD_MUTEX_INITIALIZER;
atomic_int flag;
int data;
extern int __VERIFIER_nondet_int(void);

static void *producer(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&one_producer);
    while (atomic_load(&flag) != 0)
        ;
    data = __VERIFIER_nondet_int();
    atomic_store(&flag, 1);
    pthread_mutex_unlock(&one_producer);
    return 0;
}

static void *consumer(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&one_consumer);
    while (atomic_load(&flag) != 1)
        ;
    atomic_store(&flag, 0);
    int copy = data;
    (void)copy;
    pthread_mutex_unlock(&one_consumer);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, producer, 0);
        pthread_create(&t, 0, consumer, 0);
    }
}
