/* The ABA problem: a free list of slots as a Treiber stack with indices, where slots come back.
 * One thread reads head 1 and next 2 and pauses; the other takes 1 and 2 and gives 1 back. The head is 1
 * again, so the exchange to 2 succeeds although 2 is in use, and slot 2 is given out twice.
 * All shared data are atomic: no race. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define NONE 0

static atomic_int head = 1;
static atomic_int next[3] = { NONE, 2, NONE }; /* free list 1 -> 2 */
static atomic_int used[3];

static int take(void)
{
    int h = head;
    while (h != NONE) {
        int n = next[h];
        if (atomic_compare_exchange_strong(&head, &h, n)) {
            assert(atomic_exchange(&used[h], 1) == 0);
            return h;
        }
    }
    return NONE;
}

static void give_back(int s)
{
    used[s] = 0;
    int h = head;
    do {
        next[s] = h;
    } while (!atomic_compare_exchange_strong(&head, &h, s));
}

static void *greedy(void *unused)
{
    take();
    take();
    return unused;
}

static void *polite(void *unused)
{
    int a = take();
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
