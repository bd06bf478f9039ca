/* The function that starts the thread gives it the address of a local variable, and returns while the thread runs. */
#include <pthread.h>

static int seen;

static void *work(void *arg)
{
    seen = *(int *)arg;
    return 0;
}

static pthread_t start(int number)
{
    pthread_t t;
    int argument = number + 1;

    pthread_create(&t, 0, work, &argument);
    return t;
}

int main(void)
{
    pthread_t t = start(4);

    pthread_join(t, 0);
    return seen;
}
