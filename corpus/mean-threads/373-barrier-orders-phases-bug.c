/* A barrier orders everything before it in every thread before everything behind it. Main reads before it waits: a race. */
#include <pthread.h>

pthread_barrier_t barrier;
int data;

void *worker(void *arg)
{
    data = 1;
    pthread_barrier_wait(&barrier);
    return 0;
}

int main(void)
{
    pthread_t t;
    int d;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&t, 0, worker, 0);
    d = data;
    pthread_barrier_wait(&barrier);
    pthread_join(t, 0);
    return d;
}
