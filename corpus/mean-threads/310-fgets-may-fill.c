/* fgets may write as many bytes as it is given, 4 here, depending on the line it reads.
   Main reads byte 4, which it never writes. */
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
    char c = line[4];
    pthread_join(t, 0);
    return c;
}
