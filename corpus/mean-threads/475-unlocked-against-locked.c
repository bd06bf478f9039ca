/* putchar locks the stream: two threads may use it. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

void *worker(void *arg)
{
    putchar('a');
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    putchar('b');
    pthread_join(t, 0);
    return 0;
}
