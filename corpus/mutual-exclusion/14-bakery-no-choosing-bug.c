/* Broken bakery: the `choosing` flags are left out.
 * Thread 0 computes ticket 1 but is slow to write it; thread 1 draws ticket 1 too, sees no other ticket and
 * enters; now thread 0 writes its ticket, wins the tie by its number and enters as well. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ticket[2];
int till;

void *customer(void *arg)
{
    int me = (int)(long)arg;
    int other = 1 - me;

    int seen = ticket[other];
    ticket[me] = seen + 1;

    for (;;) {
        int t = ticket[other];
        if (t == 0 || ticket[me] < t || (ticket[me] == t && me < other))
            break;
    }

    till = me;
    assert(till == me);
    ticket[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, customer, (void *)0L);
    pthread_create(&b, NULL, customer, (void *)1L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
