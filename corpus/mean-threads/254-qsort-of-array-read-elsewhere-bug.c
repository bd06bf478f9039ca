// Qsort writes the elements that the other thread reads.
#include <pthread.h>
#include <stdlib.h>
static int a[2] = {2, 1}, b[2] = {2, 1}, calls;
static int cmp(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }
static void *work(void *p) { qsort(a, 2, sizeof *a, cmp); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    calls = a[0] + b[0];
    pthread_join(t, 0);
    return 0;
}
