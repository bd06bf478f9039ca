// Different members are different memory locations.
#include <pthread.h>
static struct { int a, b; } s, copy;
static void *work(void *p) { s.b = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    copy.a = s.a;
    pthread_join(t, 0);
    return 0;
}
