/* Two names for one object: main writes through a pointer stored in a struct, the thread
 * through a pointer to the same int taken from a table. */
#include <pthread.h>

static int x, y;
static int *table[2] = { &x, &y };
static struct { int **slot; } view = { &table[1] };

static void *work(void *arg)
{
    *table[1] = 1;
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    **view.slot = 2;            /* y as well */
    x = 3;
    pthread_join(t, 0);
    return 0;
}
