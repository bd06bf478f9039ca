/* The free list with a version number beside the index in the head word: every change of the head counts it up,
 * so an exchange with an outdated head fails even if the index has come back. No slot is given out twice. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define NONE 0u
#define SLOT(word) ((word) & 0xffu)
#define STEP 0x100u

static atomic_uint head = 1;
static atomic_uint next[3] = { NONE, 2, NONE };
static atomic_uint used[3];

static unsigned take(void)
{
    unsigned h = head;
    while (SLOT(h) != NONE) {
        unsigned n = next[SLOT(h)];
        if (atomic_compare_exchange_strong(&head, &h, (h - SLOT(h)) + STEP + n)) {
            assert(atomic_exchange(&used[SLOT(h)], 1) == 0);
            return SLOT(h);
        }
    }
    return NONE;
}

static void give_back(unsigned s)
{
    used[s] = 0;
    unsigned h = head;
    do {
        next[s] = SLOT(h);
    } while (!atomic_compare_exchange_strong(&head, &h, (h - SLOT(h)) + STEP + s));
}

static void *greedy(void *unused)
{
    take();
    take();
    return unused;
}

static void *polite(void *unused)
{
    unsigned a = take();
    take();
    if (a != NONE)
        give_back(a);
    return unused;
}

int main(void)
{
    pthread_t g, p;
    pthread_create(&g, NULL, greedy, NULL);
    pthread_create(&p, NULL, polite, NULL);
    pthread_join(g, NULL);
    pthread_join(p, NULL);
    return 0;
}
