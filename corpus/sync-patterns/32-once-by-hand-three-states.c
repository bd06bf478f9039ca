/* One-time initialisation by hand with three states: a compare-and-swap elects the one that initialises, the
 * others spin until it has finished. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { UNTOUCHED, RUNNING, FINISHED };

static atomic_int state = UNTOUCHED;
static int handle;

static void initialise_once(void)
{
    int expected = UNTOUCHED;
    if (atomic_compare_exchange_strong(&state, &expected, RUNNING)) {
        handle++;
        atomic_store(&state, FINISHED);
    } else {
        while (atomic_load(&state) != FINISHED)
            ;
    }
}

static void *user(void *unused)
{
    initialise_once();
    assert(handle == 1);
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_create(&c, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
