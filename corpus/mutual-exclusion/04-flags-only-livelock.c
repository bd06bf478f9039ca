/* Mutual exclusion by two flags without a tie breaker: announce yourself, then wait for the other.
 * It is safe, for whoever announces second sees the first. Both may announce and then spin for ever, but a
 * spinning thread can move: a livelock, not a deadlock. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

atomic_bool wants0, wants1;
int data;

void *left(void *unused)
{
    (void)unused;
    wants0 = true;
    while (wants1) {
    }
    data = 10;
    assert(data == 10);
    wants0 = false;
    return NULL;
}

void *right(void *unused)
{
    (void)unused;
    wants1 = true;
    while (wants0) {
    }
    data = 20;
    assert(data == 20);
    wants1 = false;
    return NULL;
}

int main(void)
{
    pthread_t l, r;
    pthread_create(&l, NULL, left, NULL);
    pthread_create(&r, NULL, right, NULL);
    pthread_join(l, NULL);
    pthread_join(r, NULL);
    return 0;
}
