/* The classic wrong first try: look at the other's flag, then set the own one.
 * Both threads may look before either sets, so both enter; the assertion fails and `data` is raced on. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int busy[2];
int data;

void *worker(void *arg)
{
    long me = (long)arg;

    while (busy[1 - me])
        ;
    busy[me] = 1;

    data = (int)me;
    assert(data == me);

    busy[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)0);
    pthread_create(&b, NULL, worker, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
