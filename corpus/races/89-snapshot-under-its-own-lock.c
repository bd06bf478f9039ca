/* A structure is copied with its own mutex in it, while that mutex is held: the other thread waits for it and does not
 * touch it meanwhile. */
#include <pthread.h>

static struct account {
    pthread_mutex_t m;
    int balance;
} here = { PTHREAD_MUTEX_INITIALIZER, 0 }, there;

static void *pay(void *arg)
{
    pthread_mutex_lock(&here.m);
    here.balance++;
    pthread_mutex_unlock(&here.m);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, pay, 0);
    pthread_mutex_lock(&here.m);
    there = here;
    pthread_mutex_unlock(&here.m);
    pthread_join(t, 0);
    return 0;
}
