// Realloc may move the block and frees the old one, which the other thread reads.
#include <pthread.h>
#include <stdlib.h>
static char *p;
static char c;
static void *work(void *a) { c = *(char *)a; return 0; }
int main(void) {
    pthread_t t;
    p = calloc(4, 1);
    pthread_create(&t, 0, work, p);
    p = realloc(p, 4096);
    pthread_join(t, 0);
    free(p);
    return 0;
}
