/* On an atomic object a compound assignment is one read-modify-write (C11 6.5.16.2), an assignment of a sum is a read and a write. */
#include <assert.h>
#include <pthread.h>

_Atomic int number = 12;

void *worker(void *arg)
{
    number = number / 2;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    number /= 3;
    pthread_join(t, 0);
    assert(number == 2);
    return 0;
}
