// Pthread_rwlockattr_setkind_np(3): the default PREFER_READER_NP allows recursive read locks though a writer waits.
#define _GNU_SOURCE
#include <pthread.h>
static pthread_rwlock_t l;
static void *writer(void *a) { pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l); return 0; }
int main(void) {
    pthread_rwlockattr_t at;
    pthread_t t;
    pthread_rwlockattr_init(&at);
    pthread_rwlockattr_setkind_np(&at, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&l, 0);
    pthread_create(&t, 0, writer, 0);
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l);
    pthread_join(t, 0);
    return 0;
}
