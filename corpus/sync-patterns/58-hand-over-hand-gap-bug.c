/* The list traversal lets go of a node before it takes the next one, and the insertion locks the place it has
 * found once more without checking that it still belongs to the list. If 10 is deleted in between, 15 is
 * inserted behind a node that is no longer there. Links of the list are accessed under their node's lock: no race. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct node {
    int key;
    struct node *next;
    pthread_mutex_t lock;
};

static struct node n20 = { 20, NULL, PTHREAD_MUTEX_INITIALIZER };
static struct node n10 = { 10, &n20, PTHREAD_MUTEX_INITIALIZER };
static struct node list = { -1, &n10, PTHREAD_MUTEX_INITIALIZER };
static struct node n15 = { 15, NULL, PTHREAD_MUTEX_INITIALIZER };

static struct node *next_of(struct node *n)
{
    pthread_mutex_lock(&n->lock);
    struct node *next = n->next;
    pthread_mutex_unlock(&n->lock);
    return next;
}

static void *inserter(void *unused)
{
    struct node *pred = &list, *cur;
    while ((cur = next_of(pred)) != NULL && cur->key < 15)
        pred = cur;

    pthread_mutex_lock(&pred->lock); /* pred may have been deleted meanwhile */
    n15.next = pred->next;
    pred->next = &n15;
    pthread_mutex_unlock(&pred->lock);
    return unused;
}

static void *deleter(void *unused)
{
    pthread_mutex_lock(&list.lock);
    pthread_mutex_lock(&n10.lock);
    if (list.next == &n10)
        list.next = n10.next;
    pthread_mutex_unlock(&n10.lock);
    pthread_mutex_unlock(&list.lock);
    return unused;
}

int main(void)
{
    pthread_t i, d;
    pthread_create(&i, NULL, inserter, NULL);
    pthread_create(&d, NULL, deleter, NULL);
    pthread_join(i, NULL);
    pthread_join(d, NULL);

    int found = 0;
    for (struct node *n = list.next; n; n = n->next)
        if (n->key == 15)
            found = 1;
    assert(found);
    return 0;
}
