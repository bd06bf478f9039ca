/* One-time initialisation by hand: the atomic flag is tested and set in two steps, so two threads can both run
 * the routine. It runs twice (the count is wrong) and its plain writes race. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_bool done;
static int calls;

static void *user(void *unused)
{
    if (!done) {
        calls++;
        done = 1;
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(calls == 1);
    return 0;
}
