/* Ticket lock, three threads: draw a number with an atomic fetch-and-add, wait until it is served.
 * Numbers are unique, so one thread at a time is served. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3

struct ticket_lock {
    atomic_uint next;
    atomic_uint serving;
};

static struct ticket_lock l;
static int visitors;

static void ticket_acquire(struct ticket_lock *t)
{
    unsigned mine = atomic_fetch_add(&t->next, 1);
    while (atomic_load(&t->serving) != mine)
        ;
}

static void ticket_release(struct ticket_lock *t)
{
    atomic_fetch_add(&t->serving, 1);
}

static void *worker(void *unused)
{
    ticket_acquire(&l);
    visitors++;
    assert(visitors == 1);
    visitors--;
    ticket_release(&l);
    return unused;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
