/* MCS queue lock, three threads: each enqueues its own node with an exchange of the tail and spins on a flag in
 * its own node; the holder hands over by clearing its successor's flag, after waiting for a successor that has
 * swapped the tail but not yet linked itself. Mutual exclusion holds and nothing races. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define THREADS 3

struct node {
    _Atomic(struct node *) next;
    atomic_int wait;
};

static _Atomic(struct node *) tail;
static struct node nodes[THREADS];
static int shared;

static void mcs_lock(struct node *me)
{
    atomic_store(&me->next, NULL);
    atomic_store(&me->wait, 1);
    struct node *pred = atomic_exchange(&tail, me);
    if (pred != NULL) {
        atomic_store(&pred->next, me);
        while (atomic_load(&me->wait))
            ;
    }
}

static void mcs_unlock(struct node *me)
{
    struct node *succ = atomic_load(&me->next);
    if (succ == NULL) {
        struct node *expected = me;
        if (atomic_compare_exchange_strong(&tail, &expected, NULL))
            return;
        while ((succ = atomic_load(&me->next)) == NULL)
            ;
    }
    atomic_store(&succ->wait, 0);
}

static void *worker(void *arg)
{
    struct node *mine = arg;
    mcs_lock(mine);
    shared++;
    mcs_unlock(mine);
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, worker, &nodes[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    assert(shared == THREADS);
    return 0;
}
