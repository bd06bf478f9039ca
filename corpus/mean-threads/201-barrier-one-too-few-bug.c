// A barrier for three with two threads.
#include <pthread.h>
static pthread_barrier_t b;
static void *work(void *a) { pthread_barrier_wait(&b); return 0; }
int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, 0, 3);
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    return 0;
}
