/* Readers share the lock, the writer has it alone. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
static int n, o;


static void *work(void *arg)
{
    (void)arg;
    pthread_rwlock_rdlock(&r);
    int l = n;
    pthread_rwlock_unlock(&r);
    (void)l;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_rwlock_wrlock(&r);
    n = 1;
    pthread_rwlock_unlock(&r);
    pthread_join(t, 0);
    return 0;
}
