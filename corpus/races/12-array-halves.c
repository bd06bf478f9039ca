/* Two threads work on disjoint parts of one array, given by pointer and length: a
 * location-insensitive view of the array would see a race. */
#include <assert.h>
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
    struct part lo = { data, 2 }, hi = { data + 2, 2 };
    pthread_t t;

    pthread_create(&t, 0, twice, &lo);
    twice(&hi);
    pthread_join(t, 0);
    assert(data[0] == 2 && data[1] == 4 && data[2] == 6 && data[3] == 8);
    return 0;
}
