/* After the join the next thread gets the same id, as the slot is free again. An analysis that gives every start
 * routine an id of its own proves this. */
#include <pthread.h>

extern void reach_error(void);

static void *first(void *unused)
{
    return unused;
}

static void *second(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, first, 0);
    pthread_join(a, 0);
    pthread_create(&b, 0, second, 0);
    if (a == b)
        reach_error();
    return 0;
}
