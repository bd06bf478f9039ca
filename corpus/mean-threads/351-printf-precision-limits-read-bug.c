/* With a precision no more than that many bytes of a %s argument are read, and no terminator is needed
   (C11 7.21.6.1). Main writes byte 1, which is read: a race. */
#include <pthread.h>
#include <stdio.h>

char text[4] = {'a', 'b', 'c', 'd'};

void *worker(void *arg)
{
    printf("%.2s\n", text);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    text[1] = 'x';
    pthread_join(t, 0);
    return 0;
}
