/* Two consumers and one item: both are woken, the second one does not ask again whether there is something left. */
#include <limits.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int level = INT_MIN;

static void *consume(void *unused)
{
    pthread_mutex_lock(&m);
    if (level == INT_MIN)
        pthread_cond_wait(&more, &m);
    level--;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, consume, 0);
    pthread_create(&b, 0, consume, 0);
    pthread_mutex_lock(&m);
    level++;
    pthread_cond_broadcast(&more);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    return 0;
}
