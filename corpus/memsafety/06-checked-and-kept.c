/* The pointer is read once, and tested, and used. */
#include <pthread.h>
#include <stdatomic.h>

static int number = 7;
static _Atomic(int *) current = &number;

static void *withdraw(void *unused)
{
    atomic_store(&current, (int *)0);
    return unused;
}

int main(void)
{
    pthread_t t;
    int *seen, value = 0;

    pthread_create(&t, 0, withdraw, 0);
    seen = atomic_load(&current);
    if (seen != 0)
        value = *seen;
    pthread_join(t, 0);
    return value;
}
