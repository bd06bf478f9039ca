/* _Thread_local and __thread variables: every thread starts with the initial value and
 * has its own copy, also of a thread-local static inside a function; no race. */
#include <assert.h>
#include <pthread.h>

static _Thread_local int depth = 10;
static __thread struct { int n; char tag; } local;
int total;

static int count(void)
{
    static _Thread_local int calls;
    return ++calls;
}

static void *work(void *arg)
{
    int k = *(int *)arg;

    assert(depth == 10 && local.n == 0);
    depth += k;
    local.n = k;
    count();
    assert(count() == 2);
    assert(depth == 10 + k && local.n == k);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    int one = 1, two = 2;

    depth = 77;
    assert(count() == 1);
    pthread_create(&a, 0, work, &one);
    pthread_create(&b, 0, work, &two);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(depth == 77 && local.n == 0);
    assert(count() == 2);
    return 0;
}
