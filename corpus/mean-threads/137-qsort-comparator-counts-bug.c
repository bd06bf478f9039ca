// The comparator runs in the calling thread of each qsort, and both change the same counter.
#include <pthread.h>
#include <stdlib.h>
static int a[2] = {2, 1}, b[2] = {2, 1}, calls;
static int cmp(const void *x, const void *y) { calls++; return *(const int *)x - *(const int *)y; }
static void *work(void *p) { qsort(a, 2, sizeof *a, cmp); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    qsort(b, 2, sizeof *b, cmp);
    pthread_join(t, 0);
    return 0;
}
