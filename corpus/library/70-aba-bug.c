/* The ABA problem on a stack of three cells linked by index: a pop that has read the
 * top and its successor is overtaken by pop, pop, push; its compare-exchange still
 * succeeds and installs a cell that is in use elsewhere.  FALSE. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define NIL 0

static atomic_int top = 1;
static atomic_int next[4] = { NIL, 2, 3, NIL };  /* 1 -> 2 -> 3 */
static atomic_int in_use[4];

static int pop(void)
{
    int t = atomic_load(&top);
    while (t != NIL && !atomic_compare_exchange_strong(&top, &t, next[t]))
        ;
    return t;
}

static void push(int cell)
{
    int t = atomic_load(&top);
    do
        next[cell] = t;
    while (!atomic_compare_exchange_strong(&top, &t, cell));
}

static void *shuffler(void *arg)
{
    int a = pop();
    int b = pop();
    in_use[b] = 1;
    push(a);
    return 0;
}

int main(void)
{
    pthread_t t;
    int mine, other;

    pthread_create(&t, 0, shuffler, 0);
    mine = pop();
    pthread_join(t, 0);
    other = pop();
    assert(mine == NIL || !in_use[other]);
    return 0;
}
