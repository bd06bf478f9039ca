/* The consumer waits until there is something: it never takes away from the smallest number. */
#include <limits.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int level = INT_MIN;

static void *produce(void *unused)
{
    pthread_mutex_lock(&m);
    level++;
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, produce, 0);
    pthread_mutex_lock(&m);
    while (level == INT_MIN)
        pthread_cond_wait(&more, &m);
    level--;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return level != INT_MIN;
}
