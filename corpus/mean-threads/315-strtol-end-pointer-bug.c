/* strtol stores where it stopped, if it is told where (C11 7.22.1.4). Here
   the place is global, and main looks at it meanwhile: a race. */
#include <pthread.h>
#include <stdlib.h>

char *end;
long number;

void *worker(void *arg)
{
    number = strtol("12x", &end, 10);
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
