/* The buggy producer-consumer system: the consumer gives the place back before it has copied the data, and the
 * producer overwrites them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data;

static void *producer(void *arg)
{
    for (int i = 0; i < 2; i++) {
        while (flag != 0)
            ;
        data = 100 + i;
        flag = 1;
    }
    return arg;
}

static void *consumer(void *arg)
{
    for (int i = 0; i < 2; i++) {
        while (flag != 1)
            ;
        flag = 0; /* too early */
        int copy = data;
        assert(copy == 100 + i);
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
