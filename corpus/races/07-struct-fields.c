/* Different members of one struct are different memory locations, even neighbouring
 * chars in the same word: two threads may write them at the same time. */
#include <assert.h>
#include <pthread.h>

static struct { char left, right; int total; } s;

static void *work(void *arg)
{
    s.left = 1;
    s.left++;
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    s.right = 5;
    s.total = s.right;
    pthread_join(t, 0);
    assert(s.left == 2 && s.right == 5 && s.total == 5);
    return 0;
}
