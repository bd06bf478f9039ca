/* One thread puts nodes into a queue, the other one takes them out and frees them. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t items;
static struct node *first, **end = &first;

static void *produce(void *unused)
{
    for (int i = 1; i <= 2; i++) {
        struct node *node = malloc(sizeof *node);

        node->value = i;
        node->next = 0;
        pthread_mutex_lock(&m);
        *end = node;
        end = &node->next;
        pthread_mutex_unlock(&m);
        sem_post(&items);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    int sum = 0;

    sem_init(&items, 0, 0);
    pthread_create(&t, 0, produce, 0);
    for (int i = 0; i < 2; i++) {
        struct node *node;

        sem_wait(&items);
        pthread_mutex_lock(&m);
        node = first;
        first = node->next;
        if (!first)
            end = &first;
        pthread_mutex_unlock(&m);
        sum += node->value;
        free(node);
    }
    pthread_join(t, 0);
    return sum != 3;
}
