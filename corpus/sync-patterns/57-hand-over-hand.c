/* A sorted list with a lock per node. A traversal holds the lock of a node until it has the lock of the next
 * one, so nobody can overtake it or change the place it has found. One thread inserts 15 while another deletes
 * 10; in the end the list is 15, 20. Locks are taken in list order: no deadlock. */
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

/* Returns the last node with a smaller key, locked, and its successor, locked if there is one. */
static struct node *locate(int key, struct node **successor)
{
    struct node *pred = &list;
    pthread_mutex_lock(&pred->lock);
    struct node *cur = pred->next;
    if (cur)
        pthread_mutex_lock(&cur->lock);
    while (cur && cur->key < key) {
        pthread_mutex_unlock(&pred->lock);
        pred = cur;
        cur = cur->next;
        if (cur)
            pthread_mutex_lock(&cur->lock);
    }
    *successor = cur;
    return pred;
}

static void unlock_both(struct node *pred, struct node *cur)
{
    if (cur)
        pthread_mutex_unlock(&cur->lock);
    pthread_mutex_unlock(&pred->lock);
}

static void *inserter(void *unused)
{
    struct node *cur;
    struct node *pred = locate(n15.key, &cur);
    n15.next = cur;
    pred->next = &n15;
    unlock_both(pred, cur);
    return unused;
}

static void *deleter(void *unused)
{
    struct node *cur;
    struct node *pred = locate(10, &cur);
    if (cur && cur->key == 10)
        pred->next = cur->next;
    unlock_both(pred, cur);
    return unused;
}

int main(void)
{
    pthread_t i, d;
    pthread_create(&i, NULL, inserter, NULL);
    pthread_create(&d, NULL, deleter, NULL);
    pthread_join(i, NULL);
    pthread_join(d, NULL);
    assert(list.next == &n15);
    assert(n15.next == &n20);
    assert(n20.next == NULL);
    return 0;
}
