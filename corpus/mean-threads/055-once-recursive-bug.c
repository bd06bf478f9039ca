// POSIX pthread_once: a recursive call with the same control does not return.
#include <pthread.h>
static pthread_once_t o = PTHREAD_ONCE_INIT;
static void init(void) { pthread_once(&o, init); }
int main(void) {
    pthread_once(&o, init);
    return 0;
}
