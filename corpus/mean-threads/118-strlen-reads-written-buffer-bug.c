// Strlen reads the characters up to the terminating null, and the other thread writes one of them.
#include <pthread.h>
#include <string.h>
static char b[8] = "ab";
static size_t n;
static void *work(void *a) { b[1] = 'x'; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    n = strlen(b);
    pthread_join(t, 0);
    return 0;
}
