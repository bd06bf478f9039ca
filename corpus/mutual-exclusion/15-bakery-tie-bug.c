/* Broken bakery: the choosing flags are there but ties are not broken, a thread waits for strictly smaller
 * tickets only. Two threads that draw at the same time get the same ticket and both enter. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

extern void reach_error(void);

atomic_bool choosing[2];
atomic_uint ticket[2];
int in_shop;

void *customer(void *arg)
{
    int me = (int)(long)arg;
    int other = 1 - me;

    choosing[me] = true;
    unsigned mine = ticket[other] + 1u;
    ticket[me] = mine;
    choosing[me] = false;

    while (choosing[other])
        ;
    unsigned theirs = ticket[other];
    while (theirs != 0 && theirs < mine)
        theirs = ticket[other];

    in_shop++;
    if (in_shop > 1)
        reach_error();
    in_shop--;
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
