// Strlen accesses nothing behind the terminating null.
#include <pthread.h>
#include <string.h>
static char b[8] = "ab";
static size_t n;
static void *work(void *a) { b[3] = 'x'; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    n = strlen(b);
    pthread_join(t, 0);
    return 0;
}
