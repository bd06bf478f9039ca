/* Treiber's stack: push and pop by compare-and-swap of the head. Nodes are not used again, so there is no ABA
 * problem; `next` is written before the node is published and never after. Each thread pushes its node and
 * pops one: the popped values are the pushed ones. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

static _Atomic(struct node *) head;
static struct node node[2] = { { 5, NULL }, { 7, NULL } };
static int popped[2];

static void push(struct node *n)
{
    struct node *old = atomic_load(&head);
    do {
        n->next = old;
    } while (!atomic_compare_exchange_strong(&head, &old, n));
}

static struct node *pop(void)
{
    struct node *old = atomic_load(&head);
    while (old != NULL && !atomic_compare_exchange_strong(&head, &old, old->next))
        ;
    return old;
}

static void *worker(void *arg)
{
    long me = (long)arg;
    push(&node[me]);
    struct node *n = pop();
    assert(n != NULL);
    popped[me] = n->value;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)0L);
    pthread_create(&b, NULL, worker, (void *)1L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(popped[0] + popped[1] == 12);
    assert(popped[0] != popped[1]);
    assert(head == NULL);
    return 0;
}
