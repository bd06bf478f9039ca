/* fgets may write as many bytes as it is given, 4 here, depending on the line it reads.
   Main reads byte 3, which gets the terminator of a long line: a race. */
#include <pthread.h>
#include <stdio.h>

char line[8];

void *worker(void *arg)
{
    fgets(line, 4, stdin);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    char c = line[3];
    pthread_join(t, 0);
    return c;
}
