// Members of a union share their bytes.
#include <pthread.h>
static union { int i; char c[4]; } u;
static void *work(void *a) { u.c[3] = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    u.i = 1;
    pthread_join(t, 0);
    return 0;
}
