/* Broken MCS lock: the `wait` flag of a node is set at start-up only, not at each acquisition.
 * Once a thread has been handed the lock its flag stays 0, so in its second round it queues up behind the
 * holder and walks straight in. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    _Atomic(struct node *) next;
    atomic_int wait;
};

static _Atomic(struct node *) tail;
static struct node nodes[2] = { { NULL, 1 }, { NULL, 1 } };
static int inside;

static void mcs_lock(struct node *me)
{
    me->next = NULL;
    /* missing: me->wait = 1; */
    struct node *pred = atomic_exchange(&tail, me);
    if (pred) {
        pred->next = me;
        while (me->wait)
            ;
    }
}

static void mcs_unlock(struct node *me)
{
    if (me->next == NULL) {
        struct node *expected = me;
        if (atomic_compare_exchange_strong(&tail, &expected, NULL))
            return;
        while (me->next == NULL)
            ;
    }
    struct node *succ = me->next;
    succ->wait = 0;
}

static void *worker(void *arg)
{
    struct node *mine = arg;
    for (int i = 0; i < 2; i++) {
        mcs_lock(mine);
        inside++;
        assert(inside == 1);
        inside--;
        mcs_unlock(mine);
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, &nodes[0]);
    pthread_create(&b, NULL, worker, &nodes[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
