// Pthread_join writes *retval while another thread reads the variable.
#include <pthread.h>
static void *result;
static int seen;
static void *a(void *p) { return &seen; }
static void *b(void *p) { if (result) seen = 1; return 0; }
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, a, 0);
    pthread_create(&u, 0, b, 0);
    pthread_join(t, &result);
    pthread_join(u, 0);
    return 0;
}
