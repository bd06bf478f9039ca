/* The first thread joins the second, main joins the first: the second's writes come before main's read.
   Here the first one detaches the second instead of joining it: a race. */
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
    pthread_detach(t);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, first, 0);
    pthread_join(t, 0);
    return data;
}
