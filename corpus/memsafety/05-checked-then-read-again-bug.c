/* The pointer is tested and then read a second time: the other thread has taken it away in between. */
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
    int *again, value = 0;

    pthread_create(&t, 0, withdraw, 0);
    if (atomic_load(&current) != 0) {
        again = atomic_load(&current);
        value = *again;
    }
    pthread_join(t, 0);
    return value;
}
