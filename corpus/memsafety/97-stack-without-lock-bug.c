/* The top is read, and then the next node is read from it: in between the other thread has taken the top and freed it. The
 * exchange would notice, but it comes too late. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { struct node *next; };

static _Atomic(struct node *) top;

static void push(void)
{
    struct node *node = malloc(sizeof *node);

    node->next = atomic_load(&top);
    atomic_store(&top, node);
}

static void *pop(void *unused)
{
    struct node *node = atomic_load(&top), *next;

    do {
        next = node->next;
    } while (!atomic_compare_exchange_strong(&top, &node, next));
    free(node);
    return unused;
}

int main(void)
{
    pthread_t t;

    push();
    push();
    pthread_create(&t, 0, pop, 0);
    pop(0);
    pthread_join(t, 0);
    return 0;
}
