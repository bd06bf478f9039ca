/* Fig. 2 with two instances of the second thread: the environment of the asserting thread is a template that
 * runs more than once. Neither instance can write b after a has become 1. */
#include <pthread.h>

extern void reach_error(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int a, b;

void *setter(void *arg)
{
    pthread_mutex_lock(&mutex);
    a = 1;
    b = 1;
    pthread_mutex_unlock(&mutex);
    if (b != 1)
        reach_error();
    return arg;
}

void *spoiler(void *arg)
{
    pthread_mutex_lock(&mutex);
    if (a != 1)
        b = 2;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t s, p, q;
    pthread_create(&p, 0, spoiler, 0);
    pthread_create(&q, 0, spoiler, 0);
    pthread_create(&s, 0, setter, 0);
    pthread_join(s, 0);
    pthread_join(p, 0);
    pthread_join(q, 0);
    return 0;
}
