// Both threads use the same mutex object.
#include <pthread.h>
struct acc { pthread_mutex_t m; int *sum; };
static int total;
static void *add(void *p) {
    struct acc *a = p;
    pthread_mutex_lock(&a->m);
    *a->sum += 1;
    pthread_mutex_unlock(&a->m);
    return 0;
}
int main(void) {
    struct acc a = { PTHREAD_MUTEX_INITIALIZER, &total };
    struct acc *b = &a;
    pthread_t t;
    pthread_create(&t, 0, add, &a);
    add(b);
    pthread_join(t, 0);
    return 0;
}
