/* The producer-consumer system with an ordinary int as the flag, as in the paper, which asks for races on `data`
 * only. By the C standard the flag itself races; the items still arrive in order. */
#include <assert.h>
#include <pthread.h>

int flag;
int data;

void *producer(void *arg)
{
    for (int i = 0; i < 3; i++) {
        while (flag != 0) {
        }
        data = 100 + i;
        flag = 1;
    }
    return arg;
}

void *consumer(void *arg)
{
    for (int i = 0; i < 3; i++) {
        while (flag != 1) {
        }
        int copy = data;
        assert(copy == 100 + i);
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
