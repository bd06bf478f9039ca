/* Ownership by value: whoever changes the state from FREE to TAKEN under the mutex works
 * on the buffer without it.  Only one thread can, so there is no race. */
#include <assert.h>
#include <pthread.h>

enum { FREE, TAKEN };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int state, buffer;

static void *work(void *arg)
{
    int mine = 0;

    pthread_mutex_lock(&m);
    if (state == FREE) {
        state = TAKEN;
        mine = 1;
    }
    pthread_mutex_unlock(&m);
    if (mine)
        buffer++;
    return 0;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(buffer == 1);
    return 0;
}
