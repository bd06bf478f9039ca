/* pthread_cond_broadcast wakes all waiters: both threads pass the gate after it has
 * been opened, whether they came before or after. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened;
static int gate, passed;

static void *walker(void *arg)
{
    pthread_mutex_lock(&m);
    while (!gate)
        pthread_cond_wait(&opened, &m);
    passed++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t a, b;

    pthread_cond_init(&opened, 0);
    pthread_create(&a, 0, walker, 0);
    pthread_create(&b, 0, walker, 0);
    pthread_mutex_lock(&m);
    assert(passed == 0);
    gate = 1;
    pthread_cond_broadcast(&opened);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(passed == 2);
    return 0;
}
