/* A structure is copied with the mutex in it, while the other thread locks the mutex: the copy reads
 * the bytes that the lock works on. */
#include <pthread.h>

static struct account {
    pthread_mutex_t m;
    int balance;
} here = { PTHREAD_MUTEX_INITIALIZER, 0 }, there;

static void *pay(void *arg)
{
    pthread_mutex_lock(&here.m);
    pthread_mutex_unlock(&here.m);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, pay, 0);
    there = here;
    pthread_join(t, 0);
    return 0;
}
