// Struct assignment reads every member, also the one the other thread writes.
#include <pthread.h>
static struct { int a, b; } s, copy;
static void *work(void *p) { s.b = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    copy = s;
    pthread_join(t, 0);
    return 0;
}
