/* putchar_unlocked takes no lock, so that the lock of putchar in the other thread does not help: they race on the stream (unlocked_stdio(3)). */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

void *worker(void *arg)
{
    putchar_unlocked('a');
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
