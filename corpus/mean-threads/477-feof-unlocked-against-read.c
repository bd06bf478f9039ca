/* feof locks the stream. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

void *worker(void *arg)
{
    return feof(stdin) ? arg : 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int c = fgetc(stdin);
    pthread_join(t, 0);
    return c == 'x';
}
