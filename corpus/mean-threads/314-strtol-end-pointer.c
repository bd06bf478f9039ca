/* strtol stores where it stopped, if it is told where (C11 7.22.1.4). Here it is given a null pointer, and nothing shared is written. */
#include <pthread.h>
#include <stdlib.h>

char *end;
long number;

void *worker(void *arg)
{
    number = strtol("12x", 0, 10);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int unset = end == 0;
    pthread_join(t, 0);
    return unset;
}
