/* A heap-allocated queue node is handed from a producer to a consumer under a mutex;
 * ownership moves with the pointer, so the node itself is accessed without the lock. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node { int v; struct node *next; };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct node *head;

static void *producer(void *arg)
{
    for (int i = 1; i <= 2; i++) {
        struct node *n = malloc(sizeof *n);
        n->v = i;
        pthread_mutex_lock(&m);
        n->next = head;
        head = n;
        pthread_mutex_unlock(&m);
    }
    return 0;
}

static int consume(void)
{
    struct node *n;
    int v = 0;

    pthread_mutex_lock(&m);
    n = head;
    if (n)
        head = n->next;
    pthread_mutex_unlock(&m);
    if (n) {
        v = n->v;
        free(n);
    }
    return v;
}

int main(void)
{
    pthread_t t;
    int sum;

    pthread_create(&t, 0, producer, 0);
    sum = consume();
    pthread_join(t, 0);
    sum += consume();
    sum += consume();
    assert(sum == 3 && head == NULL);
    return 0;
}
