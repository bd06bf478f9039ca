// POSIX pthread_create: the id need not be stored before the new thread runs, so reading the creator's variable in it
// is unordered.
#include <pthread.h>
static pthread_t t;
static int same;
static void *work(void *a) { same = pthread_equal(t, pthread_self()); return 0; }
int main(void) {
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
