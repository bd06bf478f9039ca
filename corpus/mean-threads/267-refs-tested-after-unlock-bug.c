// The count is read again after the unlock.
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
struct obj { pthread_mutex_t m; int refs; };
static void *put(void *p) {
    struct obj *o = p;
    pthread_mutex_lock(&o->m);
    int last = --o->refs == 0;
    assert(o->refs >= 0);
    pthread_mutex_unlock(&o->m);
    if (o->refs == 0 && last) { pthread_mutex_destroy(&o->m); free(o); }
    return 0;
}
int main(void) {
    struct obj *o = malloc(sizeof *o);
    pthread_t t;
    pthread_mutex_init(&o->m, 0);
    o->refs = 2;
    pthread_create(&t, 0, put, o);
    put(o);
    pthread_join(t, 0);
    return 0;
}
