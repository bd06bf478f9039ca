/* The parts two threads work on overlap by one element, data[2], because the first was
 * given with length 3: both may write it at the same time. */
#include <pthread.h>

struct part { int *from; int n; };

static int data[4] = { 1, 2, 3, 4 };

static void *twice(void *arg)
{
    struct part *p = arg;
    for (int i = 0; i < p->n; i++)
        p->from[i] *= 2;
    return 0;
}

int main(void)
{
    struct part lo = { data, 3 }, hi = { data + 2, 2 };
    pthread_t t;

    pthread_create(&t, 0, twice, &lo);
    twice(&hi);
    pthread_join(t, 0);
    return 0;
}
