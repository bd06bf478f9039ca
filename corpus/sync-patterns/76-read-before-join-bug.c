/* Main reads the result before it joins the thread that computes it.
 * It may see the initial 0 (assertion), and its read races with the write. */
#include <assert.h>
#include <pthread.h>

static int result;

static void *compute(void *unused)
{
    result = 6 * 7;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, compute, NULL);
    int answer = result; /* too early */
    pthread_join(t, NULL);
    assert(answer == 42);
    return 0;
}
