/* The lost update: two threads increment a plain counter without a lock. An increment is a read and a write;
 * both threads may read 0, and one increment is lost. Also a data race. */
#include <assert.h>
#include <pthread.h>

int counter;

void *increment(void *unused)
{
    counter++;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, increment, NULL);
    pthread_create(&b, NULL, increment, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
