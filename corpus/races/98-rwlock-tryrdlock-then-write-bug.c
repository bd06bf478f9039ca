/* A read lock that was got with try does not make a write safe. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
static int n, o;


static void *work(void *arg)
{
    (void)arg;
    if (pthread_rwlock_tryrdlock(&r) == 0) {
        n++;
        pthread_rwlock_unlock(&r);
    }
    return 0;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
