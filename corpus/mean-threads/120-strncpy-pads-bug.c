// C11 7.24.2.4: strncpy writes n characters, null padding included, among them the one the other thread reads.
#include <pthread.h>
#include <string.h>
static char b[8];
static char c;
static void *work(void *a) { c = b[6]; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    strncpy(b, "ab", sizeof b);
    pthread_join(t, 0);
    return 0;
}
