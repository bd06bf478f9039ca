// Strtol stores to *endptr even if there is nothing to convert.
#include <pthread.h>
#include <stdlib.h>
static char *end;
static void *work(void *a) { strtol("zz", &end, 10); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    char *e = end;
    pthread_join(t, 0);
    return e != 0 && *e != 'z';
}
