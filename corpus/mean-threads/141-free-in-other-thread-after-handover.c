// A block may be freed by another thread than the one that allocated it; the join orders.
#include <pthread.h>
#include <stdlib.h>
static int *p, v;
static void *work(void *a) { v = *p; free(p); return 0; }
int main(void) {
    pthread_t t;
    p = malloc(sizeof *p);
    *p = 1;
    pthread_create(&t, 0, work, 0);
    free(malloc(sizeof(int)));
    pthread_join(t, 0);
    return 0;
}
