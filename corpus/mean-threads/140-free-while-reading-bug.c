// C11 7.22.3: freeing is unordered with the other thread's read of the block.
#include <pthread.h>
#include <stdlib.h>
static int *p, v;
static void *work(void *a) { v = *p; return 0; }
int main(void) {
    pthread_t t;
    p = malloc(sizeof *p);
    *p = 1;
    pthread_create(&t, 0, work, 0);
    free(p);
    pthread_join(t, 0);
    return 0;
}
