/* Broken CLH lock: the node is published in the tail before it is marked busy.
 * A successor that looks in between finds the predecessor's node free and enters at the same time. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct qnode {
    atomic_bool busy;
};

static struct qnode pool[3];
static _Atomic(struct qnode *) tail = &pool[2];
static int inside;

static void *worker(void *arg)
{
    struct qnode *mine = arg;

    struct qnode *pred = atomic_exchange(&tail, mine);
    mine->busy = 1; /* too late */
    while (pred->busy)
        ;

    inside++;
    assert(inside == 1);
    inside--;

    mine->busy = 0;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, &pool[0]);
    pthread_create(&b, NULL, worker, &pool[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
