/* The producer-consumer system (Fig. 1) of "Thread-modular abstraction refinement": `flag` says whose turn it is with
 * `data`. The producer touches data only while flag is 0, the consumer only while it is 1, so data never races
 * although there is no lock. The flag is a C11 atomic here. Items are numbered modulo 3 and arrive in order. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data;

static void *producer(void *arg)
{
    int item = 0;
    while (1) {
        while (flag != 0)
            ;
        data = item;
        item = (item + 1) % 3;
        flag = 1;
    }
    return arg;
}

static void *consumer(void *arg)
{
    int expected = 0;
    while (1) {
        while (flag != 1)
            ;
        int copy = data;
        assert(copy == expected);
        expected = (expected + 1) % 3;
        flag = 0;
    }
    return arg;
}

int main(void)
{
    pthread_t p, c;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    return 0;
}
