/* Even without spurious wake-ups "if" is wrong: between the signal and the moment the
 * waiter owns the mutex again, another consumer may have taken the item. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int items;

static void *waiter(void *arg)
{
    pthread_mutex_lock(&m);
    if (items == 0)
        pthread_cond_wait(&c, &m);
    assert(items > 0);
    items--;
    pthread_mutex_unlock(&m);
    return 0;
}

static void *thief(void *arg)
{
    pthread_mutex_lock(&m);
    if (items > 0)
        items--;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t w, s;

    pthread_create(&w, 0, waiter, 0);
    pthread_create(&s, 0, thief, 0);
    pthread_mutex_lock(&m);
    items++;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(s, 0);
    return 0;
}
