/* The order violation behind "Mozilla-order-fixed": the new thread may use the handle before its creator has
 * stored it. It then finds NULL (assertion), and the unordered read and write of the handle race. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct thread_info {
    int state;
};

static struct thread_info info = { 1 };
static struct thread_info *handle;

static void *child(void *arg)
{
    struct thread_info *h = handle;
    assert(h != NULL);
    assert(h->state == 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, child, NULL);
    handle = &info; /* too late */
    pthread_join(t, NULL);
    return 0;
}
