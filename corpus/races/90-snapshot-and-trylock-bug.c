/* As before, but the other thread tries the lock: it looks at the mutex while the copy reads its bytes. */
#include <pthread.h>

static struct account {
    pthread_mutex_t m;
    int balance;
} here = { PTHREAD_MUTEX_INITIALIZER, 0 }, there;

static void *pay(void *arg)
{
    if (pthread_mutex_trylock(&here.m) == 0) {
        here.balance++;
        pthread_mutex_unlock(&here.m);
    }
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
