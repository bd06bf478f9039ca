/* The two-lock queue of Michael and Scott: a dummy node keeps head and tail apart, enqueuers and dequeuers use
 * different locks. On an empty queue both sides meet at the `next` field of the dummy, which is therefore atomic. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    int value;
    _Atomic(struct node *) next;
};

static struct node dummy, pool[2];
static struct node *head = &dummy, *tail = &dummy;
static pthread_mutex_t head_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t tail_lock = PTHREAD_MUTEX_INITIALIZER;

static void enqueue(struct node *n, int value)
{
    n->value = value;
    atomic_store(&n->next, NULL);
    pthread_mutex_lock(&tail_lock);
    atomic_store(&tail->next, n);
    tail = n;
    pthread_mutex_unlock(&tail_lock);
}

static int dequeue(int *value)
{
    pthread_mutex_lock(&head_lock);
    struct node *first = atomic_load(&head->next);
    if (first == NULL) {
        pthread_mutex_unlock(&head_lock);
        return 0;
    }
    *value = first->value;
    head = first;
    pthread_mutex_unlock(&head_lock);
    return 1;
}

static void *producer(void *unused)
{
    enqueue(&pool[0], 10);
    enqueue(&pool[1], 20);
    return unused;
}

static void *consumer(void *unused)
{
    int v;
    while (!dequeue(&v))
        ;
    assert(v == 10);
    return unused;
}

int main(void)
{
    pthread_t p, c;
    int v = 0;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    int got = dequeue(&v);
    assert(got && v == 20);
    return 0;
}
