/* What is cleared before the thread exists is cleared as a whole. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static struct {
    int left, right;
} pair = { 1, 1 };

static void *look(void *arg)
{
    assert(pair.left == 0 && pair.right == 0);
    return 0;
}

int main(void)
{
    pthread_t t;

    memset(&pair, 0, sizeof pair);
    pthread_create(&t, 0, look, 0);
    pthread_join(t, 0);
    return 0;
}
