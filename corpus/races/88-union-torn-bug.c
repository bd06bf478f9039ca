/* The assignment of a union copies two members of a structure in it, not both at once, though they fit into one word. */
#include <assert.h>
#include <pthread.h>

static union {
    struct {
        int left, right;
    } half;
    long whole;
} now, next = { { 1, 1 } };

static void *advance(void *arg)
{
    now = next;
    return 0;
}

int main(void)
{
    pthread_t t;
    int left, right;

    pthread_create(&t, 0, advance, 0);
    left = now.half.left;
    right = now.half.right;
    assert(!(left == 1 && right == 0));
    pthread_join(t, 0);
    return 0;
}
