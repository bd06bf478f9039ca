/* Anderson's array lock with fewer slots than threads: three threads share two slots.
 * The first and the third thread wait on the same slot and are let in together. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SLOTS 2 /* must be at least the number of threads */

static atomic_int open_slot[SLOTS] = { 1 };
static atomic_uint next_slot;
static int inside;

static void *worker(void *unused)
{
    unsigned slot = atomic_fetch_add(&next_slot, 1) % SLOTS;
    while (!open_slot[slot])
        ;

    inside++;
    assert(inside == 1);
    inside--;

    open_slot[slot] = 0;
    open_slot[(slot + 1) % SLOTS] = 1;
    return unused;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
