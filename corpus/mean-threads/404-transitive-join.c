/* The first thread joins the second, main joins the first: the second's writes come before main's read.
    */
#include <pthread.h>

int data;

void *second(void *arg)
{
    data = 1;
    return 0;
}

void *first(void *arg)
{
    pthread_t t;
    pthread_create(&t, 0, second, 0);
    pthread_join(t, 0);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, first, 0);
    pthread_join(t, 0);
    return data;
}
