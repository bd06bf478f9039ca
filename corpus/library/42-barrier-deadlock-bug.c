/* A barrier for three with only two parties: both wait for ever, in every run, and
 * nobody is left to come as the third. */
#include <pthread.h>

static pthread_barrier_t bar;

static void *party(void *arg)
{
    pthread_barrier_wait(&bar);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_barrier_init(&bar, 0, 3);
    pthread_create(&t, 0, party, 0);
    pthread_barrier_wait(&bar);
    pthread_join(t, 0);
    return 0;
}
