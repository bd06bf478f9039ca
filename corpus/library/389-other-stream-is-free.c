// Streams have different locks, and a thread may print while it holds the lock itself.
#include <pthread.h>
#include <stdio.h>

static void *work(void *arg)
{
    fprintf(stderr, "hello\n");
    return arg;
}

int main(void)
{
    pthread_t t;
    flockfile(stdout);
    printf("main\n");
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    funlockfile(stdout);
    return 0;
}
