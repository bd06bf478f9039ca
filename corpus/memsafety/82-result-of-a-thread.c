/* The thread returns its memory, and main frees it. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *unused)
{
    int *result = malloc(sizeof *result);

    *result = 6;
    return result;
}

int main(void)
{
    pthread_t a, b;
    void *x, *y;
    int sum;

    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, &x);
    pthread_join(b, &y);
    sum = *(int *)x + *(int *)y;
    free(x);
    free(y);
    return sum != 12;
}
