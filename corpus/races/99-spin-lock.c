/* A spin lock is a lock. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_spinlock_t s;
static int n;

static void *work(void *arg)
{
    (void)arg;
    pthread_spin_lock(&s);
    n++;
    pthread_spin_unlock(&s);
    return 0;
}

int main(void)
{
    pthread_spin_init(&s, 0);
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    return 0;
}
