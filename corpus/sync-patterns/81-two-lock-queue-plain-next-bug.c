/* The two-lock queue with an ordinary `next` pointer. It works under sequential consistency, but on an empty
 * queue the enqueuer writes the field that the dequeuer reads, each under its own lock: a data race. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

static struct node dummy, item;
static struct node *head = &dummy, *tail = &dummy;
static pthread_mutex_t head_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t tail_lock = PTHREAD_MUTEX_INITIALIZER;

static void *producer(void *unused)
{
    item.value = 10;
    pthread_mutex_lock(&tail_lock);
    tail->next = &item;
    tail = &item;
    pthread_mutex_unlock(&tail_lock);
    return unused;
}

static void *consumer(void *unused)
{
    pthread_mutex_lock(&head_lock);
    struct node *first = head->next;
    if (first != NULL) {
        assert(first->value == 10);
        head = first;
    }
    pthread_mutex_unlock(&head_lock);
    return unused;
}

int main(void)
{
    pthread_t p, c;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    assert(tail == &item);
    return 0;
}
