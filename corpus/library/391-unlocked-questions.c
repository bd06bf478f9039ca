// Two threads that only ask whether the stream is at its end do not race.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static void *work(void *arg)
{
    feof_unlocked(stdin);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    feof_unlocked(stdin);
    pthread_join(t, NULL);
    return 0;
}
