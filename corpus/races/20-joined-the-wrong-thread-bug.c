/* main joins one thread and then reads what the other one writes: the join orders only
 * the accesses of the thread that was joined. */
#include <pthread.h>

static int a, b;

static void *first(void *arg)
{
    a = 1;
    return 0;
}

static void *second(void *arg)
{
    b = 1;
    return 0;
}

int main(void)
{
    pthread_t t, u;
    int sum;

    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    sum = a + b;
    pthread_join(u, 0);
    return sum > 2;
}
