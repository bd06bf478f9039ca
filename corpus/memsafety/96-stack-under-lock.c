/* Two threads take nodes off a stack under a lock, and free them. */
#include <pthread.h>
#include <stdlib.h>

struct node { struct node *next; };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct node *top;

static void push(void)
{
    struct node *node = malloc(sizeof *node);

    node->next = top;
    top = node;
}

static void *pop(void *unused)
{
    struct node *node;

    pthread_mutex_lock(&m);
    node = top;
    if (node)
        top = node->next;
    pthread_mutex_unlock(&m);
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
    return top != 0;
}
