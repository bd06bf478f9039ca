// C11 7.24.2.3: strcpy writes the string and its null, nothing behind it.
#include <pthread.h>
#include <string.h>
static char b[8];
static char c;
static void *work(void *a) { c = b[6]; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    strcpy(b, "ab");
    pthread_join(t, 0);
    return 0;
}
