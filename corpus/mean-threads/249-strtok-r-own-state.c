// POSIX strtok_r keeps its position in *saveptr, one per thread here.
#include <pthread.h>
#include <string.h>
#include <assert.h>
static char a[] = "x y", b[] = "u v";
static void *work(void *p) { char *s; strtok_r(a, " ", &s); assert(strtok_r(0, " ", &s) == a + 2); return 0; }
int main(void) {
    pthread_t t;
    char *s;
    pthread_create(&t, 0, work, 0);
    strtok_r(b, " ", &s);
    assert(*strtok_r(0, " ", &s) == 'v');
    pthread_join(t, 0);
    return 0;
}
