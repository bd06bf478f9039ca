// Each qsort touches only its own array.
#include <pthread.h>
#include <stdlib.h>
static int a[2] = {2, 1}, b[2] = {2, 1}, calls[2];
static int cmp(const void *x, const void *y) { return *(const int *)x - *(const int *)y + calls[0]; }
static void *work(void *p) { qsort(a, 2, sizeof *a, cmp); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    qsort(b, 2, sizeof *b, cmp);
    pthread_join(t, 0);
    return 0;
}
