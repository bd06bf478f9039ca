/* The consumer forgets to set back the end of a queue that is empty: the producer then writes into the node that was freed. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct node { struct node *next; };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t items;
static struct node nodes[1], *first, **end = &first;

static void put(struct node *node)
{
    node->next = 0;
    pthread_mutex_lock(&m);
    *end = node;
    end = &node->next;
    pthread_mutex_unlock(&m);
    sem_post(&items);
}

static void *produce(void *unused)
{
    put(malloc(sizeof(struct node)));
    put(&nodes[0]);
    return unused;
}

int main(void)
{
    pthread_t t;
    struct node *node;

    sem_init(&items, 0, 0);
    pthread_create(&t, 0, produce, 0);
    sem_wait(&items);
    pthread_mutex_lock(&m);
    node = first;
    first = node->next;
    pthread_mutex_unlock(&m);
    free(node);
    pthread_join(t, 0);
    return 0;
}
