// `putc_unlocked` without the lock races with every other function on the stream.
#include <pthread.h>
#include <stdio.h>

static void *work(void *arg)
{
    printf("hello\n");
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    putc_unlocked('x', stdout);
    pthread_join(t, NULL);
    return 0;
}
