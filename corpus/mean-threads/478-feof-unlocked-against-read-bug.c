/* feof_unlocked reads the stream's indicator without its lock, while the other thread's fgetc may set it: a race. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

void *worker(void *arg)
{
    return feof_unlocked(stdin) ? arg : 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int c = fgetc(stdin);
    pthread_join(t, 0);
    return c == 'x';
}
