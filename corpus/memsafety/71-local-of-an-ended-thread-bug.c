/* The thread returns the address of its local variable, which is gone when main gets it. */
#include <pthread.h>

static int *result;

static void *work(void *unused)
{
    int local = 7;

    result = &local;
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return *result;
}
