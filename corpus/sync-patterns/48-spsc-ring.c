/* A ring buffer for one producer and one consumer without locks: each side writes its own index. A slot is
 * written before `tail` is advanced and read before `head` is, so the plain slots never race and items come
 * out in order. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 2
#define ITEMS 3

static int ring[SIZE];
static atomic_uint head, tail;

static void *producer(void *unused)
{
    for (int i = 1; i <= ITEMS; i++) {
        unsigned t = tail;
        while (t - head == SIZE)
            ;
        ring[t % SIZE] = i * 11;
        tail = t + 1;
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
        assert(item == i * 11);
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
