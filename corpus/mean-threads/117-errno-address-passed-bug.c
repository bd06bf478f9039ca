// &errno of main, written by another thread, is an ordinary object in memory.
#include <pthread.h>
#include <errno.h>
static void *work(void *p) { *(int *)p = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, &errno);
    errno = 2;
    pthread_join(t, 0);
    return 0;
}
