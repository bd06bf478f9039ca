/* CLH queue lock, two threads with two rounds: a thread marks its node busy, swaps it into the tail and spins
 * on the node of its predecessor, whose node it takes over for the next round. Right and race free. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct qnode {
    atomic_bool busy;
};

static struct qnode pool[3];
static _Atomic(struct qnode *) tail = &pool[2];
static int entries;

static void *worker(void *arg)
{
    struct qnode *mine = arg;

    for (int i = 0; i < 2; i++) {
        mine->busy = 1;
        struct qnode *pred = atomic_exchange(&tail, mine);
        while (pred->busy)
            ;

        int e = entries;
        entries = e + 1;

        mine->busy = 0;
        mine = pred;
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, &pool[0]);
    pthread_create(&b, NULL, worker, &pool[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(entries == 4);
    return 0;
}
