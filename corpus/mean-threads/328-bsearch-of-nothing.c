/* bsearch in an array of no elements calls no comparison and reads nothing (C11 7.22.5: nmemb may be zero). */
#include <pthread.h>
#include <stdlib.h>

int element = 5;
int key = 7;

int order(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

void *worker(void *arg)
{
    return bsearch(&key, &element, 0, sizeof(int), order);
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    element = 6;
    pthread_join(t, 0);
    return 0;
}
