/* pthread_once runs the initialiser exactly once, and no caller gets past it before the
 * initialiser has finished. */
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs, table[2];

static void init(void)
{
    runs++;
    table[0] = 1;
    table[1] = 2;
}

static void *user(void *arg)
{
    pthread_once(&once, init);
    assert(runs == 1 && table[0] + table[1] == 3);
    return 0;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, user, 0);
    pthread_create(&b, 0, user, 0);
    user(0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(runs == 1);
    return 0;
}
