/* memset clears two neighbours, not both at once: the other thread sees the first one cleared and the second not. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static struct {
    int left, right;
} pair = { 1, 1 };

static void *clear(void *arg)
{
    memset(&pair, 0, sizeof pair);
    return 0;
}

int main(void)
{
    pthread_t t;
    int left, right;

    pthread_create(&t, 0, clear, 0);
    left = pair.left;
    right = pair.right;
    assert(!(left == 0 && right == 1));
    pthread_join(t, 0);
    return 0;
}
