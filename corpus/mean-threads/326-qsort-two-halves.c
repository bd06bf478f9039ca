/* Two threads sort parts of one array. The parts do not overlap: bytes 0..11 and 12..23. */
#include <pthread.h>
#include <stdlib.h>

int array[6] = {3, 2, 1, 3, 2, 1};

int order(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

void *worker(void *arg)
{
    qsort(array + 3, 3, sizeof(int), order);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    qsort(array, 3, sizeof(int), order);
    pthread_join(t, 0);
    return 0;
}
