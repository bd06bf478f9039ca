/* A local of main is written by the thread it is given to, and by main when that has ended. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>



static void *work(void *arg)
{
    (void)arg;
    *(int *)arg = 1;
    return 0;
}

int main(void)
{
    int l = 0;
    pthread_t t;
    pthread_create(&t, 0, work, &l);
    pthread_join(t, 0);
    l = 2;
    return 0;
}
