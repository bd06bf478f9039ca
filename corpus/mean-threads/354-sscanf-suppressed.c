/* An assignment that is suppressed with * writes nothing and takes no argument. "%*d %d" writes one number, to b; main reads a. */
#include <pthread.h>
#include <stdio.h>

int a, b;

void *worker(void *arg)
{
    sscanf("5 6", "%*d %d", &b);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int v = a;
    pthread_join(t, 0);
    return v;
}
