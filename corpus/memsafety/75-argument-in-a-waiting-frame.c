/* The function waits for the thread before it returns. */
#include <pthread.h>

static int seen;

static void *work(void *arg)
{
    seen = *(int *)arg;
    return 0;
}

static void start(int number)
{
    pthread_t t;
    int argument = number + 1;

    pthread_create(&t, 0, work, &argument);
    pthread_join(t, 0);
}

int main(void)
{
    start(4);
    return seen != 5;
}
