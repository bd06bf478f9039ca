/* Three threads come to a barrier once each. It is for three. */
#include <pthread.h>

pthread_barrier_t barrier;

void *worker(void *arg)
{
    pthread_barrier_wait(&barrier);
    return 0;
}

int main(void)
{
    pthread_t t, s;
    pthread_barrier_init(&barrier, 0, 3);
    pthread_create(&t, 0, worker, 0);
    pthread_create(&s, 0, worker, 0);
    pthread_barrier_wait(&barrier);
    pthread_join(t, 0);
    pthread_join(s, 0);
    return 0;
}
