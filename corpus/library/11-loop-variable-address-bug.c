/* The classic mistake of passing the address of the loop variable: the thread may read
 * it after main has moved on, so two threads can take the same number. */
#include <assert.h>
#include <pthread.h>

static int taken[3];

static void *take(void *arg)
{
    int i = *(int *)arg;
    taken[i] = 1;
    return 0;
}

int main(void)
{
    pthread_t t[2];
    int i;

    for (i = 0; i < 2; i++)
        pthread_create(&t[i], 0, take, &i);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(taken[0] && taken[1]);
    return 0;
}
