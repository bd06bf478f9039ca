/* Lamport's bakery as in Fig. 2 of "Non-monotonic refinement of control abstraction": reading the other's ticket
 * and writing the own one are separate steps, the choosing flags bridge them. Mutual exclusion holds (on equal
 * tickets both spin for ever, which is safe). The plain protocol variables race. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

int t1 = 0, t2 = 0;
bool choosing1 = 0, choosing2 = 0;
int x;

void *thr1(void *arg)
{
    int tmp;
    choosing1 = 1;
    tmp = t2 + 1;
    t1 = tmp;
    choosing1 = 0;
    while (choosing2 != 0)
        ;
    while (t1 >= t2 && t2 != 0)
        ;
    x = 0;
    assert(x <= 0);
    t1 = 0;
    return arg;
}

void *thr2(void *arg)
{
    int tmp;
    choosing2 = 1;
    tmp = t1 + 1;
    t2 = tmp;
    choosing2 = 0;
    while (choosing1 != 0)
        ;
    while (t2 >= t1 && t1 != 0)
        ;
    x = 1;
    assert(x >= 1);
    t2 = 0;
    return arg;
}

int main(void)
{
    pthread_t p, q;
    pthread_create(&p, NULL, thr1, NULL);
    pthread_create(&q, NULL, thr2, NULL);
    pthread_join(p, NULL);
    pthread_join(q, NULL);
    return 0;
}
