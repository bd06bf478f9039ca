// POSIX putc_unlocked is not thread-safe without flockfile.
#include <pthread.h>
#include <stdio.h>
static void *work(void *a) { putc_unlocked('t', stdout); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    putc_unlocked('m', stdout);
    pthread_join(t, 0);
    fflush(stdout);
    return 0;
}
