// C11 3.14: a bit-field and an adjacent non-bit-field member are different memory locations.
#include <pthread.h>
static struct { unsigned a : 4; char b; } s;
static void *work(void *p) { s.a = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    s.b = 1;
    pthread_join(t, 0);
    return 0;
}
