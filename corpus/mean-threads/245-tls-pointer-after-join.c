// Main touches its object only after the join; x in the thread is another object.
#include <pthread.h>
static __thread int x;
static void *work(void *p) { *(int *)p = 1; x = 3; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, &x);
    pthread_join(t, 0);
    x = 2;
    return 0;
}
