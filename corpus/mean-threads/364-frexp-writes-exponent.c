/* frexp stores the exponent (C11 7.12.6.4); here in the worker's own variable. */
#include <pthread.h>
#include <math.h>

int exponent;
double fraction;

void *worker(void *arg)
{
    int own;
    fraction = frexp(8.0, &own);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int e = exponent;
    pthread_join(t, 0);
    return e;
}
