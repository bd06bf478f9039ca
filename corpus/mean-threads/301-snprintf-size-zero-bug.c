/* snprintf with size 0 writes nothing, not even a terminator (C11 7.21.6.5); with size 1 it writes the terminator.
   Here the size is 1, so the terminator races with main's read. */
#include <pthread.h>
#include <stdio.h>

char buffer[8] = "x";

void *worker(void *arg)
{
    snprintf(buffer, 1, "abc");
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    char c = buffer[0];
    pthread_join(t, 0);
    return c;
}
