/* The ABA problem with freed memory: a pop has read the top and its successor; another
 * thread pops both, frees the first and pushes a new node, which the allocator may place at
 * the freed address.  Then the exchange succeeds and puts back a node that was freed.  With
 * another allocator the exchange always fails.  FALSE. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *_Atomic top;
static _Atomic int second_is_gone;

static void *other(void *arg)
{
    struct node *first = top, *second = first->next, *fresh;
    top = 0;
    second_is_gone = 1;
    free(first);
    fresh = malloc(sizeof *fresh);
    fresh->next = 0;
    top = fresh;
    return second;
}

int main(void)
{
    pthread_t thread;
    struct node *second = malloc(sizeof *second), *first = malloc(sizeof *first), *seen, *next;
    second->next = 0;
    first->next = second;
    top = first;
    seen = top;
    next = seen->next;
    pthread_create(&thread, 0, other, 0);
    if (atomic_compare_exchange_strong(&top, &seen, next))
        assert(!second_is_gone);
    pthread_join(thread, 0);
    return 0;
}
