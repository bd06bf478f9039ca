// Printing waits for the lock of the stream: whoever holds it and waits for the thread that prints waits for ever.
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
    flockfile(stdout);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    funlockfile(stdout);
    return 0;
}
