/* The results of two threads come back through pthread_join, and their sum does not fit. */
#include <pthread.h>
#include <stdint.h>

static void *work(void *arg)
{
    intptr_t n = (intptr_t)arg;

    return (void *)(n * 1000);
}

int main(void)
{
    pthread_t a, b;
    void *x, *y;
    int sum;

    pthread_create(&a, 0, work, (void *)(intptr_t)1200000);
    pthread_create(&b, 0, work, (void *)(intptr_t)1300000);
    pthread_join(a, &x);
    pthread_join(b, &y);
    sum = (int)(intptr_t)x + (int)(intptr_t)y;
    return sum == 0;
}
