/* Anderson's array lock, three threads and three slots: a thread draws a slot by fetch-and-add and waits until
 * the slot is opened; the holder closes its slot and opens the next. Exactly one slot is ever open. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SLOTS 3

static atomic_int open_slot[SLOTS] = { 1 };
static atomic_uint next_slot;
static int sum;

static void *worker(void *arg)
{
    unsigned slot = atomic_fetch_add(&next_slot, 1) % SLOTS;
    while (!open_slot[slot])
        ;

    sum += (int)(long)arg;

    open_slot[slot] = 0;
    open_slot[(slot + 1) % SLOTS] = 1;
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, (void *)(10 * i));
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(sum == 30);
    return 0;
}
