/* Work stealing without the compare-and-swap for the last task: the owner takes it when top == bottom while
 * the thief is taking it too. The task is executed twice; everything is atomic, so there is no race. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int top, bottom = 1; /* one task */
static atomic_int executed;

static void *owner(void *unused)
{
    int b = bottom - 1;
    bottom = b;
    int t = top;
    if (t <= b) /* for t == b the thief has to be ruled out */
        executed++;
    return unused;
}

static void *thief(void *unused)
{
    int t = top;
    int b = bottom;
    if (t < b && atomic_compare_exchange_strong(&top, &t, t + 1))
        executed++;
    return unused;
}

int main(void)
{
    pthread_t o, t;
    pthread_create(&o, NULL, owner, NULL);
    pthread_create(&t, NULL, thief, NULL);
    pthread_join(o, NULL);
    pthread_join(t, NULL);
    assert(executed <= 1);
    return 0;
}
