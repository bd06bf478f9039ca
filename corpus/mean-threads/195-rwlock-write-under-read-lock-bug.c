// Two threads may hold the read lock at the same time, so a hit counter changed under it races.
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int hits, data;
static void *reader(void *a) {
    pthread_rwlock_rdlock(&l);
    hits += data >= 0;
    pthread_rwlock_unlock(&l);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    reader(0);
    pthread_join(t, 0);
    return 0;
}
