/* Broken ticket lock: the ticket is drawn by a load and a store instead of one fetch-and-add.
 * Two threads can draw the same number and are served together. (A third outcome, a number that is never
 * served, makes a thread spin for ever, which is no deadlock.) */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_ticket, now_serving;
static int visitors;

static void *worker(void *unused)
{
    unsigned mine = next_ticket;
    next_ticket = mine + 1;
    while (now_serving != mine)
        ;

    visitors++;
    assert(visitors == 1);
    visitors--;

    now_serving++;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
