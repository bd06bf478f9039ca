// Three threads each take the left fork first: a cycle of three.
#include <pthread.h>
static pthread_mutex_t f[3] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int ids[3] = {0, 1, 2};
static void *phil(void *a) {
    int i = *(int *)a, first = i, second = (i + 1) % 3;
    pthread_mutex_lock(&f[first]);
    pthread_mutex_lock(&f[second]);
    pthread_mutex_unlock(&f[second]);
    pthread_mutex_unlock(&f[first]);
    return 0;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, phil, &ids[0]);
    pthread_create(&u, 0, phil, &ids[1]);
    phil(&ids[2]);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
