/* A small work-stealing deque: the owner pops at the bottom, a thief steals at the top, and a compare-and-swap
 * of `top` decides who gets the last task. Two tasks, each is executed exactly once. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define TASKS 2
#define EMPTY (-1)

static const int task[TASKS] = { 0, 1 };
static atomic_int top, bottom = TASKS;
static atomic_int executed[TASKS];

static int pop(void)
{
    int b = bottom - 1;
    bottom = b;
    int t = top;
    if (t < b)
        return task[b];
    int got = EMPTY;
    if (t == b && atomic_compare_exchange_strong(&top, &t, t + 1))
        got = task[b];
    bottom = b + 1;
    return got;
}

static int steal(void)
{
    int t = top;
    int b = bottom;
    if (t >= b)
        return EMPTY;
    int got = task[t];
    if (!atomic_compare_exchange_strong(&top, &t, t + 1))
        return EMPTY;
    return got;
}

static void *owner(void *unused)
{
    int i;
    while ((i = pop()) != EMPTY)
        executed[i]++;
    return unused;
}

static void *thief(void *unused)
{
    int i = steal();
    if (i != EMPTY)
        executed[i]++;
    return unused;
}

int main(void)
{
    pthread_t o, t;
    pthread_create(&o, NULL, owner, NULL);
    pthread_create(&t, NULL, thief, NULL);
    pthread_join(o, NULL);
    pthread_join(t, NULL);
    for (int i = 0; i < TASKS; i++)
        assert(executed[i] == 1);
    return 0;
}
