/* Figure 1 as it is: one producer, one consumer, for ever, with any data. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data;
extern int __VERIFIER_nondet_int(void);

static void *producer(void *unused)
{
    (void)unused;
    while (1) {
        while (atomic_load(&flag) != 0)
            ;
        data = __VERIFIER_nondet_int();
        atomic_store(&flag, 1);
    }
    return 0;
}

static void *consumer(void *unused)
{
    (void)unused;
    while (1) {
        while (atomic_load(&flag) != 1)
            ;
        int copy = data;
        atomic_store(&flag, 0);
        (void)copy;
    }
    return 0;
}

int main(void)
{
    pthread_t p, c;
    pthread_create(&p, 0, producer, 0);
    pthread_create(&c, 0, consumer, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
    return 0;
}
