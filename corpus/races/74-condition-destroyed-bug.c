/* The waiter destroys the condition variable as soon as it sees the flag, but the other thread signals only after
 * it has unlocked the mutex: the signal may come to a condition that is being destroyed. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c;
static int done;

static void *finish(void *arg)
{
    pthread_mutex_lock(&m);
    done = 1;
    pthread_mutex_unlock(&m);
    pthread_cond_signal(&c);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_cond_init(&c, 0);
    pthread_create(&t, 0, finish, 0);
    pthread_mutex_lock(&m);
    while (!done)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    pthread_cond_destroy(&c);
    pthread_join(t, 0);
    return 0;
}
