// A volatile pointer is read and written by plain accesses.
#include <pthread.h>
static int data;
static int *volatile p;
static void *work(void *a) { data = 7; p = &data; return 0; }
int main(void) {
    pthread_t t;
    int *r;
    pthread_create(&t, 0, work, 0);
    r = p;
    pthread_join(t, 0);
    return r && *r != 7;
}
