// Striped locks: element i is guarded by lock[i % 2] in one thread and lock[i / 2] in the other.
#include <pthread.h>
static pthread_mutex_t l[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int d[4];
static void *other(void *p) {
    int i = 2;
    pthread_mutex_lock(&l[i % 2]);
    d[i]++;
    pthread_mutex_unlock(&l[i % 2]);
    return 0;
}
int main(void) {
    pthread_t t;
    int j = 2;
    pthread_create(&t, 0, other, 0);
    pthread_mutex_lock(&l[j / 2]);
    d[j]++;
    pthread_mutex_unlock(&l[j / 2]);
    pthread_join(t, 0);
    return 0;
}
