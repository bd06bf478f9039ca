/* Lamport's bakery for two threads: draw a ticket above all tickets in sight, wait for smaller tickets, break
 * ties by thread number. The `choosing` flag makes others wait for a ticket that is just being drawn.
 * Right, with an atomic protocol: the plain variable `till` is never accessed by both at once. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 2

atomic_int choosing[N];
atomic_int number[N];
int till;

static int highest(void)
{
    int max = 0;
    for (int j = 0; j < N; j++) {
        int n = number[j];
        if (n > max)
            max = n;
    }
    return max;
}

static int before(int a, int i, int b, int j)
{
    return a < b || (a == b && i < j);
}

static void take_ticket_and_wait(int me)
{
    choosing[me] = 1;
    number[me] = 1 + highest();
    choosing[me] = 0;

    for (int j = 0; j < N; j++) {
        if (j == me)
            continue;
        while (choosing[j])
            ;
        for (;;) {
            int n = number[j];
            if (n == 0 || before(number[me], me, n, j))
                break;
        }
    }
}

void *customer(void *arg)
{
    int me = (int)(long)arg;
    take_ticket_and_wait(me);
    till = me;
    assert(till == me);
    number[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, customer, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
