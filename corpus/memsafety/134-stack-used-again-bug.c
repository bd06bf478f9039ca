/* The first thread has left the address of its local variable, and is gone. The second one, whose stack may be where the first one's was, uses it. */
#include <pthread.h>

static int *kept;

static void *first(void *unused)
{
    int local = 1;

    kept = &local;
    return unused;
}

static void *second(void *unused)
{
    int local = 2, *mine = &local;

    *kept = 3;
    return *mine == 2 ? unused : 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, first, 0);
    pthread_join(t, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(t, 0);
    return 0;
}
