/* frexp stores the exponent (C11 7.12.6.4); here in a global that main reads meanwhile: a race. */
#include <pthread.h>
#include <math.h>

int exponent;
double fraction;

void *worker(void *arg)
{
    int own;
    fraction = frexp(8.0, &exponent);
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
