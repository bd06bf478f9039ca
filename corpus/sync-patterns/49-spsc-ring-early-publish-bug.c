/* The ring buffer whose producer advances `tail` before it fills the slot: the consumer may read the old
 * contents, at the same time as they are written. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 2
#define ITEMS 2

static int ring[SIZE];
static atomic_uint head, tail;

static void *producer(void *unused)
{
    for (int i = 1; i <= ITEMS; i++) {
        unsigned t = tail;
        while (t - head == SIZE)
            ;
        tail = t + 1; /* published too early */
        ring[t % SIZE] = i;
    }
    return unused;
}

static void *consumer(void *unused)
{
    for (int i = 1; i <= ITEMS; i++) {
        unsigned h = head;
        while (tail == h)
            ;
        int item = ring[h % SIZE];
        head = h + 1;
        assert(item == i);
    }
    return unused;
}

int main(void)
{
    pthread_t p, c;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    return 0;
}
